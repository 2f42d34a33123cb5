import type { AskQuestion, AskReminder, Challenge, ChallengeRequired } from '@geodes/contracts';
import { RateLimits } from '../src/http/rate-limits.js';
import { fakeServices, geode, KNOWN, refuse, SOLD, UNKNOWN_ID } from './fake-services.js';
import { type GatewayUnderTest, solve, startGateway } from './gateway-app.js';

const UPCOMING = geode({ isAvailable: false, availability: 'upcoming', availableFrom: '2036-11-28T00:00:00.000Z' });

let questions: AskQuestion[];
let reminders: AskReminder[];
const takeQuestion = (question: AskQuestion) => {
  questions.push(question);
  return {};
};
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const found = fakeServices()['catalog.get-geode']!;
  gateway = await startGateway(
    {},
    {
      'orders.ask-question': takeQuestion,
      'orders.ask-reminder': (reminder) => {
        reminders.push(reminder);
        return {};
      },
      'catalog.get-geode': (request) => (request.id === UPCOMING.id ? UPCOMING : found(request)),
    },
  );
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  questions = [];
  reminders = [];
  await gateway.redis.flushdb();
});

const solved = async () => solve((await gateway.call('/api/challenge')).json<Challenge>());

describe('questions', () => {
  const body = { name: ' Sam Stone ', email: ' Sam@Example.com', question: 'Does it sparkle?' };

  const send = (id: string, sent: object, headers: Record<string, string> = {}) =>
    gateway.call(`/api/geodes/${id}/questions`, { method: 'POST', body: sent, headers });
  const ask = async (id = KNOWN.id, headers: Record<string, string> = {}) =>
    send(id, { ...body, challenge: await solved() }, headers);

  it('a question about a geode is accepted, also if it is sold', async () => {
    for (const { id, title } of [KNOWN, SOLD]) {
      const answer = await ask(id);
      expect([answer.status, answer.json()]).toEqual([202, {}]);
      const { id: _id, ...question } = questions.at(-1)!;
      expect(question).toEqual({
        name: 'Sam Stone',
        email: 'sam@example.com',
        question: 'Does it sparkle?',
        geodeId: id,
        title,
      });
    }
    expect(questions[0]!.id).not.toBe(questions[1]!.id);
  });

  it('the same Idempotency-Key is the same question', async () => {
    const headers = { 'idempotency-key': 'try-1' };
    await ask(KNOWN.id, headers);
    await ask(KNOWN.id, headers);
    expect(questions[1]!.id).toBe(questions[0]!.id);
  });

  it('a question always needs a solved challenge, which the refusal brings', async () => {
    const refused = await send(KNOWN.id, body);
    expect([refused.status, refused.json().code]).toEqual([428, 'CHALLENGE_REQUIRED']);
    const { challenge } = refused.json().details as ChallengeRequired;
    const solution = await solve(challenge);
    expect((await send(KNOWN.id, { ...body, challenge: solution })).status).toBe(202);
    expect((await send(KNOWN.id, { ...body, challenge: solution })).status).toBe(428);
    expect(questions).toHaveLength(1);
  });

  it('an incomplete question is refused with a sentence for each field', async () => {
    const refused = await send(KNOWN.id, { name: ' ', email: 'sam', question: '' });
    expect(refused.status).toBe(400);
    expect(refused.json().details).toEqual([
      { field: 'name', reason: 'Please enter your name.' },
      { field: 'email', reason: 'Please enter a valid email address.' },
      { field: 'question', reason: 'Please enter your question.' },
    ]);
    expect((await send(KNOWN.id, { ...body, question: 'x'.repeat(2_001) })).status).toBe(400);
  });

  it.each([UNKNOWN_ID, 'nonsense'])('a question about the unknown geode %s is 404', async (id) => {
    expect((await ask(id)).status).toBe(404);
    expect(questions).toEqual([]);
  });

  it('an address may send five questions an hour; refused ones and failures do not count', async () => {
    await send(KNOWN.id, body);
    gateway.services.answer({ 'orders.ask-question': refuse('UNAVAILABLE', 'The orders are away.') });
    for (let failure = 0; failure < 5; failure += 1) expect((await ask()).status).toBe(503);
    gateway.services.answer({ 'orders.ask-question': takeQuestion });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(refused.json().message).toContain('Too many questions');
    expect(questions).toHaveLength(5);
  });
});

it.each([
  ['questions', 25],
  ['reminders', 100],
] as const)('all IP addresses of an IPv6 /48 may send five times the %s of one', async (call, most) => {
  const limits = gateway.app.get(RateLimits);
  const [next, elsewhere] = ['2001:db8:1:ffff::1', '2001:db8:2::1'];
  for (let count = 0; count < most; count += 1) await limits.count(call, `2001:db8:1:${count}::1`);
  await expect(limits.check(call, next)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await limits.uncount(call, '2001:db8:1:0::1');
  await limits.check(call, next);
  await limits.count(call, next);
  await expect(limits.count(call, '2001:db8:1:fffe::1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await limits.count(call, elsewhere);
});

describe('reminders', () => {
  const email = ' Sam@Example.com';

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
});
