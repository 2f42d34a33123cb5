import { randomUUID } from 'node:crypto';
import {
  type CatalogUnderTest,
  codeOf,
  createGeode,
  line,
  refusal,
  sellUnpaid,
  startCatalog,
} from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const read = (id: string) => catalog.bus.call('catalog.get-geode', { id });
const reserve = (geodeId: string) =>
  catalog.bus.call('catalog.reserve-geodes', { orderId: randomUUID(), items: [line(geodeId)] });

describe('withdrawing geodes', () => {
  it('takes one unit of each geode off sale and records it in their histories', async () => {
    const [single, three] = [await createGeode(catalog), await createGeode(catalog, { quantity: 3 })];
    const references = [single, three].map(({ id }) => id.slice(0, 8));
    await catalog.changes.settled();
    catalog.changes.clear();
    const reply = await catalog.bus.call('catalog.withdraw-geodes', { references });
    expect(reply.geodes.map(({ id }) => id).sort()).toEqual([single.id, three.id].sort());
    expect((await read(single.id)).availability).toBe('sold');
    expect((await read(three.id)).availableQuantity).toBe(2);
    expect((await catalog.changes.settled()).sort()).toEqual([single.id, three.id].sort());
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: single.id, page: 1, limit: 1 });
    expect(changes[0]).toMatchObject({ action: 'edited', session: null });
    expect(await refusal(reserve(single.id))).toMatchObject({ code: 'OUT_OF_STOCK' });
  });

  const withdraw = (id: string) => catalog.bus.call('catalog.withdraw-geodes', { references: [id.slice(0, 8)] });
  const holdBy = (browserId: string, id: string) =>
    catalog.bus.call('catalog.take-hold', { browserId, items: [line(id)], network: null });

  it('takes a held geode from its hold, so that it does not return to sale when the hold ends', async () => {
    const geode = await createGeode(catalog);
    const browserId = randomUUID();
    const { holdId } = await holdBy(browserId, geode.id);
    await withdraw(geode.id);
    expect((await read(geode.id)).availability).toBe('sold');
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: geode.id, page: 1, limit: 1 });
    expect(changes[0]).toMatchObject({ action: 'hold-ended', session: null });
    const order = { orderId: randomUUID(), items: [line(geode.id)], browserId };
    expect(await codeOf(catalog.bus.call('catalog.reserve-geodes', order))).toBe('OUT_OF_STOCK');
    await catalog.bus.call('catalog.end-hold', { browserId, holdId });
    expect((await read(geode.id)).availability).toBe('sold');
  });

  it('takes a geode once per payment, however often the command is repeated', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const payment = { references: [geode.id.slice(0, 8)], squarePaymentId: 'a payment' };
    const replies = await Promise.all([1, 2, 3].map(() => catalog.bus.call('catalog.withdraw-geodes', payment)));
    expect(replies.map(({ geodes }) => geodes)).toEqual(replies.map(() => [{ id: geode.id, title: geode.title }]));
    expect((await read(geode.id)).availableQuantity).toBe(2);
    await catalog.bus.call('catalog.withdraw-geodes', { ...payment, squarePaymentId: 'another' });
    expect((await read(geode.id)).availableQuantity).toBe(1);
  });

  it('leaves sold and unknown geodes as they are', async () => {
    const geode = await createGeode(catalog);
    await sellUnpaid(catalog, geode.id);
    const references = [geode.id.slice(0, 8), randomUUID().slice(0, 8)];
    expect((await catalog.bus.call('catalog.withdraw-geodes', { references })).geodes).toEqual([
      { id: geode.id, title: geode.title },
    ]);
    expect((await read(geode.id)).availability).toBe('sold');
  });
});
