import { randomUUID } from 'node:crypto';
import type { LiveEvent, LiveEvents } from '@geodes/contracts';
import { LiveService } from '../src/live/live.service.js';
import { OrderEvents } from '../src/events/order-events.js';
import { type CatalogUnderTest, createGeode, geodeBody, line, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const since = (after: number | null): Promise<LiveEvents> => catalog.bus.call('catalog.live-events', { after });
const last = async (): Promise<number> => (await since(null)).last;
const reserve = (orderId: string, ...ids: string[]) =>
  catalog.bus.call('catalog.reserve-geodes', { orderId, items: ids.map(line) });
/** What was told while something was done. */
const told = async (work: () => Promise<unknown>): Promise<Omit<LiveEvent, 'id'>[]> => {
  const before = await last();
  await work();
  const { events, isWhole } = await since(before);
  expect(isWhole).toBe(true);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => before + 1 + index));
  return events.map(({ name, data }) => ({ name, data }) as Omit<LiveEvent, 'id'>);
};
const became = (id: string, availability: string) => ({ name: 'availability', data: { id, availability } });

describe('open pages are told', () => {
  it('what is reserved, given back, held and sold', async () => {
    const { id } = await createGeode(catalog);
    const [orderId, browserId] = [randomUUID(), randomUUID()];
    expect(await told(() => reserve(orderId, id))).toEqual([became(id, 'held')]);
    expect(await told(() => catalog.bus.call('catalog.release-geodes', { orderId }))).toEqual([
      became(id, 'available'),
    ]);
    const hold = () => catalog.bus.call('catalog.take-hold', { browserId, items: [line(id)], addressKey: null });
    expect(await told(hold)).toEqual([became(id, 'held')]);
    const paid = randomUUID();
    const takeOver = () => catalog.bus.call('catalog.reserve-geodes', { orderId: paid, items: [line(id)], browserId });
    await takeOver();
    const eventId = randomUUID();
    const sell = () =>
      catalog.app
        .get(OrderEvents)
        .apply({ eventId, orderId: paid, type: 'order.paid' })
        .catch(() => undefined);
    expect(await told(sell)).toEqual([became(id, 'sold')]);
  });

  it('what the owner creates, edits, puts on sale and deletes, with ids alone', async () => {
    let id = '';
    expect(await told(async () => ({ id } = await createGeode(catalog)))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
    ]);
    const edit = (changes: object) => () => catalog.bus.call('catalog.update-geode', { id, changes });
    expect(await told(edit({ title: 'Another' }))).toEqual([{ name: 'catalog', data: { ids: [id] } }]);
    expect(await told(edit({ title: 'Another' }))).toEqual([]);
    expect(await told(edit({ quantity: 2 }))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
      became(id, 'available'),
    ]);
    expect(await told(() => catalog.bus.call('catalog.delete-geode', { id }))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
    ]);
  });

  it('of the showcase too', async () => {
    let id = '';
    const create = async () =>
      ({ id } = await catalog.bus.call('catalog.create-showcase-item', { title: 'A', description: 'B' }));
    expect(await told(create)).toEqual([{ name: 'catalog', data: { ids: [id] } }]);
    expect(await told(() => catalog.bus.call('catalog.delete-showcase-item', { id }))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
    ]);
  });

  it('nothing of what was refused', async () => {
    const { id } = await createGeode(catalog);
    await reserve(randomUUID(), id);
    expect(await told(() => reserve(randomUUID(), id).catch(() => undefined))).toEqual([]);
  });
});

describe('the numbers', () => {
  it('have no gaps and follow the commits, however many change things at once', async () => {
    const before = await last();
    const stones = await Promise.all(Array.from({ length: 20 }, () => createGeode(catalog)));
    let seen = before;
    let isOver = false;
    const reader = (async () => {
      while (!isOver || seen < (await last())) {
        const { events, isWhole } = await since(seen);
        expect(isWhole).toBe(true);
        for (const { id } of events) expect(id).toBe((seen += 1));
      }
    })();
    await Promise.all(stones.map(({ id }) => reserve(randomUUID(), id)));
    isOver = true;
    await reader;
    expect(seen).toBe(before + 40);
  });

  it('keep the order of what happens to a stone, whoever reads at once', async () => {
    const { id } = await createGeode(catalog);
    const before = await last();
    let isOver = false;
    const readers = Array.from({ length: 3 }, async () => {
      while (!isOver) await since(before);
    });
    for (let turn = 0; turn < 10; turn += 1) {
      const orderId = randomUUID();
      await reserve(orderId, id);
      await catalog.bus.call('catalog.release-geodes', { orderId });
    }
    isOver = true;
    await Promise.all(readers);
    const { events } = await since(before);
    const turn = [became(id, 'held'), became(id, 'available')];
    expect(events.map(({ name, data }) => ({ name, data }))).toEqual(Array.from({ length: 10 }, () => turn).flat());
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => before + 1 + index));
  });

  it('tell a reader that something is missing: forgotten, or of another time', async () => {
    const before = await last();
    await createGeode(catalog);
    await createGeode(catalog);
    expect(await last()).toBe(before + 2);
    await catalog.database.query(`UPDATE live_event SET created_at = now() - interval '11 minutes' WHERE id = $1`, [
      before + 1,
    ]);
    await catalog.app.get(LiveService).deleteOldEvents();
    expect((await since(before)).isWhole).toBe(false);
    expect((await since(before + 1)).isWhole).toBe(true);
    expect((await since(before + 1_000)).isWhole).toBe(false);
  });
});

it('an import tells its geodes in one event', async () => {
  const geodes = Array.from({ length: 3 }, () => ({
    ...geodeBody(),
    id: randomUUID(),
    origin: 'demo' as const,
    createdAt: new Date().toISOString(),
  }));
  const [event] = await told(() => catalog.bus.call('catalog.import-geodes', { geodes }));
  expect((event as Extract<LiveEvent, { name: 'catalog' }>).data.ids.toSorted()).toEqual(
    geodes.map(({ id }) => id).toSorted(),
  );
});
