import type { Analytics } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { sales, fakeServices, inventoryAge } from './fake-services.js';

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

const ask = (query = '') => gateway.call(`/api/admin/analytics${query}`, { cookie });
const asked = () => gateway.services.asked.find(({ subject }) => subject === 'orders.sales')?.request;

describe('GET /api/admin/analytics', () => {
  it('returns sales and inventory age, for the last days by default', async () => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.json<Analytics>()).toEqual({ ...sales(), onSale: inventoryAge });
    expect(asked()).toEqual({ step: 'day' });
  });

  it('passes the step and the days on', async () => {
    expect((await ask('?step=month&from=2026-01-01&to=2026-11-21&colour=blue')).status).toBe(200);
    expect(asked()).toEqual({ step: 'month', from: '2026-01-01', to: '2026-11-21' });
  });

  it.each([
    ['step=year', 'step'],
    ['step=day&step=week', 'step'],
    ['from=yesterday', 'from'],
    ['from=2026-13-01', 'from'],
    ['to=2026-1-1', 'to'],
    ['to=21.11.2026', 'to'],
    ["from=2026-01-01'--", 'from'],
  ])('is 400 for %s and names the field', async (query, field) => {
    const answer = await ask(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json().details).toEqual([{ field, reason: expect.any(String) as unknown }]);
    expect(asked()).toBeUndefined();
  });

  it.each(['orders.sales', 'catalog.get-inventory-age'] as const)(
    'is 503 while %s gets no response',
    async (subject) => {
      gateway.services.answer({
        [subject]: () => {
          throw new AppError('UNAVAILABLE', 'Catching its breath.');
        },
      });
      expect((await ask()).status).toBe(503);
    },
  );
});
