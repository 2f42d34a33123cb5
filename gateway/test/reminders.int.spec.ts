import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { AskReminder, Challenge, ChallengeRequired } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { geode, KNOWN, SOLD, UNKNOWN_ID } from './fake-services.js';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';

const UPCOMING = geode({
  isAvailable: false,
  availability: 'upcoming',
  availableFrom: '2036-11-28T00:00:00.000Z',
});

let reminders: AskReminder[];
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway(
    {},
    {
      'orders.ask-reminder': (reminder) => {
        reminders.push(reminder);
        return {};
      },
      'catalog.get-geode': ({ id }) => {
        const found = [KNOWN, SOLD, UPCOMING].find((one) => one.id === id);
        if (!found) throw new AppError('NOT_FOUND', 'There is no such geode.');
        return found;
      },
    },
  );
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  reminders = [];
  await gateway.redis.flushdb();
});

const email = ' Sam@Example.com';

const solve = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};
const solved = async () => solve((await gateway.call('/api/challenge')).json<Challenge>());
const send = (id: string, body: object) => gateway.call(`/api/geodes/${id}/reminders`, { method: 'POST', body });
const ask = async (id = UPCOMING.id) => send(id, { email, challenge: await solved() });

it('a reminder of an upcoming geode is accepted', async () => {
  const answer = await ask();
  expect([answer.status, answer.json()]).toEqual([202, {}]);
  expect(reminders).toEqual([{ email: 'sam@example.com', geodeId: UPCOMING.id }]);
});

it('a reminder always needs a solved challenge, which the refusal brings', async () => {
  const refused = await send(UPCOMING.id, { email });
  expect([refused.status, refused.json().code]).toEqual([428, 'CHALLENGE_REQUIRED']);
  const challenge = await solve((refused.json().details as ChallengeRequired).challenge);
  expect((await send(UPCOMING.id, { email, challenge })).status).toBe(202);
  expect((await send(UPCOMING.id, { email, challenge })).status).toBe(428);
  expect(reminders).toHaveLength(1);
});

it('a reminder without a valid email is refused with a sentence', async () => {
  for (const wrong of [{ email: 'sam' }, { email: 'sam@example.com, eve@example.com' }]) {
    const refused = await send(UPCOMING.id, wrong);
    expect(refused.status).toBe(400);
    expect(refused.json().details).toEqual([{ field: 'email', reason: 'Please enter a valid email address.' }]);
  }
});

it.each([
  ['on sale', KNOWN],
  ['sold', SOLD],
])('a reminder of a geode that is %s is 409', async (_what, { id, title }) => {
  const refused = await ask(id);
  expect([refused.status, refused.json().code]).toEqual([409, 'CHANGED']);
  expect(refused.json().message).toContain(title);
  expect(reminders).toEqual([]);
});

it.each([UNKNOWN_ID, 'nonsense'])('a reminder of the unknown geode %s is 404', async (id) => {
  expect((await ask(id)).status).toBe(404);
  expect(reminders).toEqual([]);
});

it('an address may ask for twenty reminders an hour; refused ones do not count', async () => {
  await send(UPCOMING.id, { email });
  await ask(KNOWN.id);
  const answers = [];
  for (let count = 1; count <= 23; count += 1) answers.push(await ask());
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(202), 429, 429, 429]);
  const refused = answers[20]!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(reminders).toHaveLength(20);
});
