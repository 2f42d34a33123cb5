import { randomUUID } from 'node:crypto';
import { type CatalogUnderTest, importedGeode, line, sellUnpaid, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const readAge = () => catalog.bus.call('catalog.get-inventory-age', {});
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
const importAged = async (days: number, change: Parameters<typeof importedGeode>[0] = {}) => {
  const geode = importedGeode({ createdAt: daysAgo(days), ...change });
  await catalog.bus.call('catalog.import-geodes', { geodes: [geode] });
  return geode;
};
const reserve = async (geodeId: string) => {
  const orderId = randomUUID();
  await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geodeId)] });
  return orderId;
};
it('counts unsold geodes by age: those in a checkout are on sale, sold ones are not', async () => {
  expect(await readAge()).toMatchObject({ geodes: 0, inCheckout: 0, value: '0.00', medianDays: null, oldest: [] });
  const young = await importAged(3, { price: '10' });
  const old = await importAged(400, { price: '20.50', title: 'The old one', quantity: 2 });
  const middle = await importAged(30, { price: '30' });
  const sold = await importAged(500, { price: '99' });
  await sellUnpaid(catalog, sold.id);
  const order = await reserve(old.id);
  const age = await readAge();
  expect(age).toMatchObject({ geodes: 4, inCheckout: 1, value: '81.00', medianDays: 30 });
  expect(age.ages).toEqual([
    { fromDays: 0, geodes: 1, value: '10.00' },
    { fromDays: 30, geodes: 1, value: '30.00' },
    { fromDays: 90, geodes: 0, value: '0.00' },
    { fromDays: 180, geodes: 0, value: '0.00' },
    { fromDays: 365, geodes: 2, value: '41.00' },
  ]);
  expect(age.oldest).toEqual([
    { id: old.id, title: 'The old one', price: '20.50', days: 400 },
    { id: middle.id, title: middle.title, price: '30.00', days: 30 },
    { id: young.id, title: young.title, price: '10.00', days: 3 },
  ]);

  await catalog.bus.call('catalog.release-geodes', { orderId: order });
  await catalog.bus.call('catalog.update-geode', { id: old.id, changes: { price: '21.50', quantity: 3 } });
  expect((await readAge()).oldest[0]).toMatchObject({ id: old.id, days: 400, price: '21.50' });
  // Another unit of a sold geode is on sale from now on.
  await catalog.bus.call('catalog.update-geode', { id: sold.id, changes: { quantity: 1 } });
  expect((await readAge()).oldest.at(-1)).toMatchObject({ id: sold.id, days: 0 });
});

it('leaves out drafts and upcoming geodes, and counts them once they are on sale', async () => {
  const before = await readAge();
  const draft = await importAged(20, { isDraft: true });
  const upcoming = await importAged(600, { availableFrom: daysAgo(-1) });
  expect(await readAge()).toEqual(before);
  await importAged(10, { availableFrom: daysAgo(5) });
  await catalog.bus.call('catalog.update-geode', { id: draft.id, changes: { isDraft: false } });
  await catalog.bus.call('catalog.update-geode', { id: upcoming.id, changes: { availableFrom: null } });
  expect((await readAge()).geodes).toBe(before.geodes + 3);
});
