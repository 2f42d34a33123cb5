import { randomUUID } from 'node:crypto';
import type { LiveEvent, LiveEvents } from '@geodes/contracts';
import { OrderEvents } from '../src/events/order-events.js';
import { LiveService } from '../src/live/live.service.js';
import { type CatalogUnderTest, createGeode, geodeBody, line, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const eventsAfter = (after: number | null): Promise<LiveEvents> => catalog.bus.call('catalog.live-events', { after });
const last = async (): Promise<number> => (await eventsAfter(null)).last;
const reserve = (orderId: string, ...ids: string[]) =>
  catalog.bus.call('catalog.reserve-geodes', { orderId, items: ids.map(line) });
/** Returns the live events that the work causes. */
const eventsOf = async (work: () => Promise<unknown>): Promise<Omit<LiveEvent, 'id'>[]> => {
  const before = await last();
  await work();
  const { events, isWhole } = await eventsAfter(before);
  expect(isWhole).toBe(true);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => before + 1 + index));
  return events.map(({ name, data }) => ({ name, data }) as Omit<LiveEvent, 'id'>);
};
const availabilityEvent = (id: string, availability: string) => ({ name: 'availability', data: { id, availability } });

describe('live events', () => {
  it('show that a geode is reserved, released, held and sold', async () => {
    const { id } = await createGeode(catalog);
    const [orderId, browserId] = [randomUUID(), randomUUID()];
    expect(await eventsOf(() => reserve(orderId, id))).toEqual([availabilityEvent(id, 'held')]);
    expect(await eventsOf(() => catalog.bus.call('catalog.release-geodes', { orderId }))).toEqual([
      availabilityEvent(id, 'available'),
    ]);
    const hold = () => catalog.bus.call('catalog.take-hold', { browserId, items: [line(id)], network: null });
    expect(await eventsOf(hold)).toEqual([availabilityEvent(id, 'held')]);
    const paid = randomUUID();
    const takeOver = () => catalog.bus.call('catalog.reserve-geodes', { orderId: paid, items: [line(id)], browserId });
    await takeOver();
    const eventId = randomUUID();
    const sell = () =>
      catalog.app
        .get(OrderEvents)
        .apply({ eventId, orderId: paid, type: 'order.paid' })
        .catch(() => undefined);
    expect(await eventsOf(sell)).toEqual([availabilityEvent(id, 'sold')]);
  });

  it('have only the ids of geodes that the owner creates, edits or deletes', async () => {
    let id = '';
    expect(await eventsOf(async () => ({ id } = await createGeode(catalog)))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
    ]);
    const edit = (changes: object) => () => catalog.bus.call('catalog.update-geode', { id, changes });
    expect(await eventsOf(edit({ title: 'Another' }))).toEqual([{ name: 'catalog', data: { ids: [id] } }]);
    expect(await eventsOf(edit({ title: 'Another' }))).toEqual([]);
    expect(await eventsOf(edit({ quantity: 2 }))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
      availabilityEvent(id, 'available'),
    ]);
    expect(await eventsOf(() => catalog.bus.call('catalog.delete-geode', { id }))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
    ]);
  });

  it('include changes of showcase items', async () => {
    let id = '';
    const create = async () =>
      ({ id } = await catalog.bus.call('catalog.create-showcase-item', { title: 'A', description: 'B' }));
    expect(await eventsOf(create)).toEqual([{ name: 'catalog', data: { ids: [id] } }]);
    expect(await eventsOf(() => catalog.bus.call('catalog.delete-showcase-item', { id }))).toEqual([
      { name: 'catalog', data: { ids: [id] } },
    ]);
  });

  it('do not include refused commands', async () => {
    const { id } = await createGeode(catalog);
    await reserve(randomUUID(), id);
    expect(await eventsOf(() => reserve(randomUUID(), id).catch(() => undefined))).toEqual([]);
  });
});

describe('the numbers of live events', () => {
  it('have no gaps and follow the commits under concurrent changes', async () => {
    const before = await last();
    const geodes = await Promise.all(Array.from({ length: 20 }, () => createGeode(catalog)));
    let seen = before;
    let isOver = false;
    const reader = (async () => {
      while (!isOver || seen < (await last())) {
        const { events, isWhole } = await eventsAfter(seen);
        expect(isWhole).toBe(true);
        for (const { id } of events) expect(id).toBe((seen += 1));
      }
    })();
    await Promise.all(geodes.map(({ id }) => reserve(randomUUID(), id)));
    isOver = true;
    await reader;
    expect(seen).toBe(before + 40);
  });

  it('keep the order of one geode’s changes under concurrent readers', async () => {
    const { id } = await createGeode(catalog);
    const before = await last();
    let isOver = false;
    const readers = Array.from({ length: 3 }, async () => {
      while (!isOver) await eventsAfter(before);
    });
    for (let turn = 0; turn < 10; turn += 1) {
      const orderId = randomUUID();
      await reserve(orderId, id);
      await catalog.bus.call('catalog.release-geodes', { orderId });
    }
    isOver = true;
    await Promise.all(readers);
    const { events } = await eventsAfter(before);
    const turn = [availabilityEvent(id, 'held'), availabilityEvent(id, 'available')];
    expect(events.map(({ name, data }) => ({ name, data }))).toEqual(Array.from({ length: 10 }, () => turn).flat());
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => before + 1 + index));
  });

  it('show a reader that events are missing because they were deleted or are from another database', async () => {
    const before = await last();
    await createGeode(catalog);
    await createGeode(catalog);
    expect(await last()).toBe(before + 2);
    await catalog.database.query(`UPDATE live_event SET created_at = now() - interval '11 minutes' WHERE id = $1`, [
      before + 1,
    ]);
    await catalog.app.get(LiveService).deleteOldEvents();
    expect((await eventsAfter(before)).isWhole).toBe(false);
    expect((await eventsAfter(before + 1)).isWhole).toBe(true);
    expect((await eventsAfter(before + 1_000)).isWhole).toBe(false);
  });
});

it('an import causes one live event with all of its ids', async () => {
  const geodes = Array.from({ length: 3 }, () => ({
    ...geodeBody(),
    id: randomUUID(),
    origin: 'demo' as const,
    createdAt: new Date().toISOString(),
  }));
  const [event] = await eventsOf(() => catalog.bus.call('catalog.import-geodes', { geodes }));
  expect((event as Extract<LiveEvent, { name: 'catalog' }>).data.ids.toSorted()).toEqual(
    geodes.map(({ id }) => id).toSorted(),
  );
});
