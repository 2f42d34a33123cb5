import { randomUUID } from 'node:crypto';
import { type CatalogUnderTest, importedGeode, line, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const onSale = () => catalog.bus.call('catalog.get-inventory-age', {});
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
const listed = async (days: number, change: Parameters<typeof importedGeode>[0] = {}) => {
  const geode = importedGeode({ createdAt: daysAgo(days), ...change });
  await catalog.bus.call('catalog.import-geodes', { geodes: [geode] });
  return geode;
};
const reserve = async (geodeId: string) => {
  const orderId = randomUUID();
  await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geodeId)] });
  return orderId;
};
const sell = async (geodeId: string) => {
  await reserve(geodeId);
  await catalog.database.transaction(async (manager) => {
    await manager.query(`UPDATE reservation SET state = 'sold' WHERE geode_id = $1 AND state = 'reserved'`, [geodeId]);
    await manager.query(
      'UPDATE geode SET units_reserved = units_reserved - 1, units_sold = units_sold + 1 WHERE id = $1',
      [geodeId],
    );
  });
};

it('stones on sale are counted with their age; one in a checkout is still on sale, a sold one is not', async () => {
  expect(await onSale()).toMatchObject({ geodes: 0, inCheckout: 0, value: '0.00', medianDays: null, oldest: [] });
  const young = await listed(3, { price: '10' });
  const old = await listed(400, { price: '20.50', title: 'The old one', quantity: 2 });
  const middle = await listed(30, { price: '30' });
  const sold = await listed(500, { price: '99' });
  await sell(sold.id);
  const order = await reserve(old.id);
  const told = await onSale();
  expect(told).toMatchObject({ geodes: 4, inCheckout: 1, value: '81.00', medianDays: 30 });
  expect(told.ages).toEqual([
    { fromDays: 0, geodes: 1, value: '10.00' },
    { fromDays: 30, geodes: 1, value: '30.00' },
    { fromDays: 90, geodes: 0, value: '0.00' },
    { fromDays: 180, geodes: 0, value: '0.00' },
    { fromDays: 365, geodes: 2, value: '41.00' },
  ]);
  expect(told.oldest).toEqual([
    { id: old.id, title: 'The old one', price: '20.50', days: 400 },
    { id: middle.id, title: middle.title, price: '30.00', days: 30 },
    { id: young.id, title: young.title, price: '10.00', days: 3 },
  ]);

  await catalog.bus.call('catalog.release-geodes', { orderId: order });
  await catalog.bus.call('catalog.update-geode', { id: old.id, changes: { price: '21.50', quantity: 3 } });
  expect((await onSale()).oldest[0]).toMatchObject({ id: old.id, days: 400, price: '21.50' });
  // another specimen of a sold one: it is on sale from now on
  await catalog.bus.call('catalog.update-geode', { id: sold.id, changes: { quantity: 1 } });
  expect((await onSale()).oldest.at(-1)).toMatchObject({ id: sold.id, days: 0 });
});
