import { randomUUID } from 'node:crypto';
import type { LiveEvent, LiveEvents } from '@geodes/contracts';
import { LiveService } from '../src/live/live.service.js';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, createGeode, importedGeode } from './catalog-under-test.js';

const catalog = catalogForTests();
const { lastEvent, release, reserve, sell, take } = commandsOf(catalog);

const eventsAfter = (after: number | null): Promise<LiveEvents> => catalog.bus.call('catalog.live-events', { after });
/** Returns the live events that the work causes. */
const eventsOf = async (work: () => Promise<unknown>): Promise<Omit<LiveEvent, 'id'>[]> => {
  const before = await lastEvent();
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
    const [orderId, paid, browserId] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await eventsOf(() => reserve([id], {}, orderId))).toEqual([availabilityEvent(id, 'held')]);
    expect(await eventsOf(() => release(orderId))).toEqual([availabilityEvent(id, 'available')]);
    expect(await eventsOf(() => take(browserId, [id]))).toEqual([availabilityEvent(id, 'held')]);
    await reserve([id], { browserId }, paid);
    expect(await eventsOf(() => sell(paid))).toEqual([availabilityEvent(id, 'sold')]);
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
    await reserve([id]);
    expect(await eventsOf(() => reserve([id]).catch(() => undefined))).toEqual([]);
  });
});

describe('the numbers of live events', () => {
  it('have no gaps and follow the commits under concurrent changes', async () => {
    const before = await lastEvent();
    const geodes = await Promise.all(Array.from({ length: 20 }, () => createGeode(catalog)));
    let seen = before;
    let isOver = false;
    const reader = (async () => {
      while (!isOver || seen < (await lastEvent())) {
        const { events, isWhole } = await eventsAfter(seen);
        expect(isWhole).toBe(true);
        for (const { id } of events) expect(id).toBe((seen += 1));
      }
    })();
    await Promise.all(geodes.map(({ id }) => reserve([id])));
    isOver = true;
    await reader;
    expect(seen).toBe(before + 40);
  });

  it('keep the order of one geode’s changes under concurrent readers', async () => {
    const { id } = await createGeode(catalog);
    const before = await lastEvent();
    let isOver = false;
    const readers = Array.from({ length: 3 }, async () => {
      while (!isOver) await eventsAfter(before);
    });
    for (let turn = 0; turn < 10; turn += 1) {
      await release((await reserve([id])).orderId);
    }
    isOver = true;
    await Promise.all(readers);
    const { events } = await eventsAfter(before);
    const turn = [availabilityEvent(id, 'held'), availabilityEvent(id, 'available')];
    expect(events.map(({ name, data }) => ({ name, data }))).toEqual(Array.from({ length: 10 }, () => turn).flat());
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => before + 1 + index));
  });

  it('show a reader that events are missing because they were deleted or are from another database', async () => {
    const before = await lastEvent();
    await createGeode(catalog);
    await createGeode(catalog);
    expect(await lastEvent()).toBe(before + 2);
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
  const geodes = [importedGeode(), importedGeode(), importedGeode()];
  const [event] = await eventsOf(() => catalog.bus.call('catalog.import-geodes', { geodes }));
  expect((event as Extract<LiveEvent, { name: 'catalog' }>).data.ids.toSorted()).toEqual(
    geodes.map(({ id }) => id).toSorted(),
  );
});
