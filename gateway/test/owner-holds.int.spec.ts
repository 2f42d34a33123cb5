import { fieldsOf, type GatewayUnderTest, startGateway } from './gateway-app.js';
import { fakeServices, KNOWN, openHolds, refuse } from './fake-services.js';

const HOLD = '88888888-8888-4888-8888-888888888888';
const hold = {
  holdId: HOLD,
  startedAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2026-01-01T00:10:00.000Z',
  isUnderPayment: false,
  geodeIds: [KNOWN.id],
};

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await gateway.redis.flushdb();
  gateway.services.answer(fakeServices());
  cookie = await gateway.logIn();
});

const end = (id = HOLD) => gateway.call(`/api/admin/holds/${id}`, { method: 'DELETE', cookie });

it('the open holds are returned as the catalogue has them', async () => {
  const holds = { ...openHolds(), holds: [hold], count: 1, geodes: 1 };
  gateway.services.answer({ ...fakeServices(), 'catalog.list-holds': () => holds });
  const answer = await gateway.call('/api/admin/holds', { cookie });
  expect([answer.status, answer.json()]).toEqual([200, holds]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('ending a hold clears the response cache', async () => {
  await gateway.call('/api/geodes/featured');
  const before = gateway.asked('catalog.list-featured').length;
  expect((await end()).status).toBe(204);
  expect(gateway.asked('catalog.end-hold-for-owner').at(-1)).toEqual({ holdId: HOLD });
  await gateway.call('/api/geodes/featured');
  expect(gateway.asked('catalog.list-featured')).toHaveLength(before + 1);
});

it.each([
  ['GEODE_IN_ORDER', 409, 'The buyer is paying for this hold right now, so it cannot be ended.'],
  ['NOT_FOUND', 404, 'This hold has ended already.'],
] as const)('the owner reads why a hold cannot be ended: %s', async (code, status, message) => {
  gateway.services.answer({ 'catalog.end-hold-for-owner': refuse(code, message) });
  const answer = await end();
  expect([answer.status, answer.json()]).toMatchObject([status, { code, message }]);
});

it('a malformed id is 404', async () => {
  expect((await end('agate')).status).toBe(404);
});

it('refetching holds does not renew the session', async () => {
  const [key] = await gateway.redis.keys('gateway:session:*');
  await gateway.redis.expire(key!, 60);
  expect((await gateway.call('/api/admin/holds', { cookie })).status).toBe(200);
  expect(await gateway.redis.ttl(key!)).toBeLessThanOrEqual(60);
  await gateway.call('/api/admin/verify', { method: 'POST', cookie });
  expect(await gateway.redis.ttl(key!)).toBeGreaterThan(60);
});

it.each([
  [{ items: [] }, 'items'],
  [{ items: [{ geodeId: KNOWN.id, quantity: 2 }] }, 'items.0.quantity'],
  [{ items: [{ geodeId: 'agate', quantity: 1 }] }, 'items.0.geodeId'],
])('a malformed hold is 400 and names the field %#', async (body, field) => {
  const answer = await gateway.call('/api/holds', { method: 'POST', body });
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toContain(field);
  expect(gateway.asked('catalog.take-hold')).toHaveLength(0);
});
