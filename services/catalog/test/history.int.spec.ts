import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@geodes/contracts';
import { requestContext } from '@geodes/kit';
import { type CatalogUnderTest, codeOf, createGeode, importedGeode, startCatalog } from './catalog-under-test.js';

const SESSION = 'Chrome on Windows 3fa9c1';
let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

/** As the gateway asks for an owner. */
const asOwner = <T>(work: () => Promise<T>, requestId: string = randomUUID()): Promise<T> =>
  requestContext.run({ requestId, session: SESSION }, work);
const historyOf = async (id: string, page = 1, limit = 20) =>
  catalog.bus.call('catalog.list-geode-changes', { id, page, limit });
const told = ({ action, fields }: AuditEntry) => [action, ...fields.map((one) => [one.field, one.before, one.after])];

describe('the history of a geode', () => {
  it('tells who did what and when, newest first, and outlives the geode', async () => {
    const began = Date.now();
    const { id } = await asOwner(() => createGeode(catalog, { price: '49.50', tier: 'B' }));
    await asOwner(
      () => catalog.bus.call('catalog.update-geode', { id, changes: { price: '39', tier: 'A' } }),
      'edit-1',
    );
    await asOwner(() => catalog.bus.call('catalog.feature-geode', { id, isFeatured: true }));
    await asOwner(() => catalog.bus.call('catalog.delete-geode', { id }));
    const { changes, total } = await historyOf(id);
    expect(total).toBe(4);
    expect(changes.slice(1, 3).map(told)).toEqual([
      ['edited', ['isFeatured', false, true]],
      ['edited', ['price', '49.50', '39.00'], ['tier', 'B', 'A']],
    ]);
    expect(changes.map(({ action }) => action)).toEqual(['deleted', 'edited', 'edited', 'created']);
    expect(changes[0]!.fields).toContainEqual({ field: 'title', before: 'Smoky quartz geode', after: null });
    expect(changes[3]!.fields).toContainEqual({ field: 'title', before: null, after: 'Smoky quartz geode' });
    expect(changes.every(({ session }) => session === SESSION)).toBe(true);
    expect(changes[2]!.requestId).toBe('edit-1');
    const times = changes.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times[3]).toBeGreaterThan(began - 5_000);
  });

  it('has nothing of an edit that changed nothing, was refused, or failed', async () => {
    const geode = await asOwner(() => createGeode(catalog));
    const { id } = geode;
    await asOwner(() => catalog.bus.call('catalog.update-geode', { id, changes: { title: geode.title } }));
    await codeOf(catalog.bus.call('catalog.update-geode', { id, changes: { price: '0' } }));
    const orderId = randomUUID();
    await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [{ geodeId: id, quantity: 1 }] });
    expect(await codeOf(asOwner(() => catalog.bus.call('catalog.delete-geode', { id })))).toBe('GEODE_IN_ORDER');
    expect((await historyOf(id)).changes.map(({ action }) => action)).toEqual(['created']);
  });

  it('is written with the change or not at all', async () => {
    const { id } = await asOwner(() => createGeode(catalog, { price: '10.00' }));
    await catalog.database.query(
      `ALTER TABLE change ADD CONSTRAINT nothing_goes CHECK (entity_id <> '${id}') NOT VALID`,
    );
    try {
      await codeOf(catalog.bus.call('catalog.update-geode', { id, changes: { price: '20' } }));
      expect((await catalog.bus.call('catalog.get-geode', { id })).price).toBe('10.00');
    } finally {
      await catalog.database.query('ALTER TABLE change DROP CONSTRAINT nothing_goes');
    }
  });

  it('comes in pages, and is empty where nothing happened', async () => {
    const { id } = await asOwner(() => createGeode(catalog));
    for (const price of ['1', '2', '3', '4'])
      await asOwner(() => catalog.bus.call('catalog.update-geode', { id, changes: { price } }));
    const second = await historyOf(id, 2, 2);
    expect(second).toMatchObject({ page: 2, limit: 2, total: 5, totalPages: 3 });
    expect(second.changes.map(({ fields }) => fields[0]?.after)).toEqual(['2.00', '1.00']);
    expect(await historyOf(randomUUID())).toMatchObject({ changes: [], total: 0, totalPages: 0 });
  });

  it('does not say that the demo catalogue was somebody’s change', async () => {
    const demo = importedGeode();
    const owners = importedGeode({ origin: 'owner' });
    await catalog.bus.call('catalog.import-geodes', { geodes: [demo] });
    await asOwner(() => catalog.bus.call('catalog.import-geodes', { geodes: [owners, demo] }));
    expect((await historyOf(demo.id)).total).toBe(0);
    expect((await historyOf(owners.id)).changes.map(({ action }) => action)).toEqual(['created']);
  });

  it('does not say that a buyer’s reservation was the owner’s change', async () => {
    const { id } = await asOwner(() => createGeode(catalog));
    const orderId = randomUUID();
    await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [{ geodeId: id, quantity: 1 }] });
    await catalog.bus.call('catalog.release-geodes', { orderId });
    expect((await historyOf(id)).total).toBe(1);
  });
});

describe('the history of a showcase item', () => {
  const body = {
    title: 'Old Friend',
    description: 'Found on the first day.',
    images: ['/objects/a'],
    tier: 'S' as const,
  };
  const history = async (id: string) =>
    (await catalog.bus.call('catalog.list-showcase-changes', { id, page: 1, limit: 20 })).changes;

  it('tells what was added, edited and deleted', async () => {
    const { id } = await asOwner(() => catalog.bus.call('catalog.create-showcase-item', body));
    await asOwner(() =>
      catalog.bus.call('catalog.update-showcase-item', { id, changes: { title: 'Older', tier: null } }),
    );
    await asOwner(() => catalog.bus.call('catalog.update-showcase-item', { id, changes: { title: 'Older' } }));
    await asOwner(() => catalog.bus.call('catalog.delete-showcase-item', { id }));
    const changes = await history(id);
    expect(changes.map(({ action }) => action)).toEqual(['deleted', 'edited', 'created']);
    expect(told(changes[1]!)).toEqual(['edited', ['title', 'Old Friend', 'Older'], ['tier', 'S', null]]);
    expect(changes[1]).toMatchObject({ session: SESSION });
  });

  it('has an item once, however often its command arrives', async () => {
    const id = randomUUID();
    await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    const changes = await history(id);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ action: 'created', session: null });
  });

  it('is not mixed up with that of a geode of the same id', async () => {
    const id = randomUUID();
    await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    expect((await historyOf(id)).total).toBe(0);
  });
});
