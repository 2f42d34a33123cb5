import { randomUUID } from 'node:crypto';
import { OrderEvents } from '../src/events/order-events.js';
import { fakeService, type FakeService, testServers } from '@geodes/testing';
import { type CatalogUnderTest, createGeode, line, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
let orders: FakeService;
beforeAll(async () => {
  orders = await fakeService((await testServers()).nats, { 'orders.ack-event': () => ({}) });
  catalog = await startCatalog();
});
afterAll(async () => {
  await catalog.stop();
  await orders.stop();
});

const reserve = (orderId: string, ...ids: string[]) =>
  catalog.bus.call('catalog.reserve-geodes', { orderId, items: ids.map((id) => line(id)) });
const sell = (orderId: string) =>
  catalog.app.get(OrderEvents, { strict: false }).apply({ eventId: randomUUID(), orderId, type: 'order.paid' });
const returnGeodes = (orderId: string, ...geodeIds: string[]) =>
  catalog.bus.call('catalog.return-geodes', { orderId, geodeIds });
const stockOf = async (id: string): Promise<unknown> => {
  const [stock] = await catalog.database.query(
    'SELECT units_available AS free, units_reserved AS reserved, units_sold AS sold FROM geode WHERE id = $1',
    [id],
  );
  return stock;
};

const daysOnSale = async (id: string): Promise<unknown> => {
  const [geode] = await catalog.database.query<{ days: number }[]>(
    'SELECT extract(day FROM now() - on_sale_since)::int AS days FROM geode WHERE id = $1',
    [id],
  );
  return geode?.days;
};

describe('a refunded geode', () => {
  it('returns to sale once, and can be sold to another order', async () => {
    const { id } = await createGeode(catalog);
    const { id: other } = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve(orderId, id, other);
    await sell(orderId);
    const answers = await Promise.all([returnGeodes(orderId, id), returnGeodes(orderId, id)]);
    expect(answers.flatMap(({ returned }) => returned)).toEqual([id]);
    expect(await stockOf(id)).toEqual({ free: 1, reserved: 0, sold: 0 });
    expect(await stockOf(other)).toEqual({ free: 0, reserved: 0, sold: 1 });
    const next = randomUUID();
    await reserve(next, id);
    await sell(next);
    expect(await returnGeodes(orderId, id)).toEqual({ returned: [] });
    expect(await stockOf(id)).toEqual({ free: 0, reserved: 0, sold: 1 });
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id, page: 1, limit: 10 });
    expect(changes[0]?.fields).toContainEqual(expect.objectContaining({ before: 0, after: 1 }));
  });

  it('counts its time on sale from then on, unless another unit stayed on sale', async () => {
    const { id } = await createGeode(catalog);
    const { id: one } = await createGeode(catalog, { quantity: 2 });
    await catalog.database.query("UPDATE geode SET on_sale_since = on_sale_since - interval '90 days'");
    const orderId = randomUUID();
    await reserve(orderId, id, one);
    await sell(orderId);
    await returnGeodes(orderId, id, one);
    expect([await daysOnSale(id), await daysOnSale(one)]).toEqual([0, 90]);
  });

  it('cannot be deleted, because it is part of an order', async () => {
    const { id } = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve(orderId, id);
    await sell(orderId);
    await returnGeodes(orderId, id);
    await expect(catalog.bus.call('catalog.delete-geode', { id })).rejects.toMatchObject({ code: 'GEODE_IN_ORDER' });
  });

  it('waits until its sale is recorded', async () => {
    const { id } = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve(orderId, id);
    await expect(returnGeodes(orderId, id)).rejects.toMatchObject({ code: 'CHANGED' });
    await sell(orderId);
    expect(await returnGeodes(orderId, id)).toEqual({ returned: [id] });
  });
});
