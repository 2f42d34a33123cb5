import { randomUUID } from 'node:crypto';
import { type CatalogUnderTest, codeOf, createGeode, line, startCatalog } from './catalog-under-test.js';
import { type SwitchedProxy, switchedProxy } from './switched-proxy.js';

let catalog: CatalogUnderTest;
let postgres: SwitchedProxy;

beforeAll(async () => {
  catalog = await startCatalog({
    database: async (url) => {
      postgres = await switchedProxy(url);
      return postgres.url;
    },
  });
});
afterAll(async () => {
  await catalog.stop();
  await postgres.off();
});

it('broken connections are not noticed by a caller', async () => {
  const geode = await createGeode(catalog);
  await postgres.off();
  await postgres.on();
  const orderId = randomUUID();
  const { items } = await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geode.id)] });
  expect(items[0]?.geodeId).toBe(geode.id);
});

it('a database that is away is an unavailable service, never a refusal, and works again when it is back', async () => {
  const geode = await createGeode(catalog);
  await postgres.off();
  const reserve = () => catalog.bus.call('catalog.reserve-geodes', { orderId: randomUUID(), items: [line(geode.id)] });
  expect(await codeOf(reserve())).toBe('UNAVAILABLE');
  expect(await codeOf(catalog.bus.call('catalog.get-geode', { id: geode.id }))).toBe('UNAVAILABLE');
  const health = await catalog.app.inject({ method: 'GET', url: '/health/ready' });
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'unavailable', failing: ['database'] }]);
  await postgres.on();
  await expect(reserve()).resolves.toMatchObject({ items: [{ geodeId: geode.id }] });
});
