import { AppError } from '@geodes/kit';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { difference, fakeServices, UNKNOWN_ID } from './fake-services.js';

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.answer(fakeServices());
  gateway.services.asked.length = 0;
});

const PATH = '/api/admin/reconciliation';

describe('reconciliation with Square', () => {
  it('returns when it last ended and what it found', async () => {
    const answer = await gateway.call(PATH, { cookie });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({ checkedAt: '2026-01-01T00:00:00.000Z', differences: [difference()] });
  });

  it('runs on demand, for a day or the given minutes', async () => {
    const day = await gateway.call(PATH, { method: 'POST', cookie });
    expect([day.status, day.json()]).toEqual([200, { payments: 3, repaired: 1, reported: 1 }]);
    await gateway.call(PATH, { method: 'POST', cookie, body: { minutes: 15 } });
    expect(gateway.services.asked.map(({ request }) => request)).toEqual([{ minutes: 1_440 }, { minutes: 15 }]);
  });

  it.each([0, 1_441, 1.5, '15', 'all'])('is refused for %j minutes', async (minutes) => {
    const answer = await gateway.call(PATH, { method: 'POST', cookie, body: { minutes } });
    expect([answer.status, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
    expect(gateway.services.asked).toEqual([]);
  });

  it('is 503 with a message while Square does not respond', async () => {
    gateway.services.answer({
      'payments.reconcile': () => {
        throw new AppError('UNAVAILABLE', 'Square does not answer at the moment.');
      },
    });
    const answer = await gateway.call(PATH, { method: 'POST', cookie });
    expect([answer.status, answer.json().message]).toEqual([503, 'Square does not answer at the moment.']);
  });

  it('acknowledges a difference and returns it, and is 404 for an unknown one', async () => {
    const seen = await gateway.call(`${PATH}/${difference().id}/seen`, { method: 'POST', cookie });
    expect([seen.status, seen.json()]).toEqual([200, difference({ state: 'seen' })]);
    for (const id of [UNKNOWN_ID, 'nonsense'])
      expect((await gateway.call(`${PATH}/${id}/seen`, { method: 'POST', cookie })).status).toBe(404);
  });
});
