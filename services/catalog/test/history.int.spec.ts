import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@geodes/contracts';
import { asOwner, commandsOf, SESSION } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode, importedGeode } from './catalog-under-test.js';

const catalog = catalogForTests();
const { read, release, reserve } = commandsOf(catalog);

const historyOf = async (id: string, page = 1, limit = 20) =>
  catalog.bus.call('catalog.list-geode-changes', { id, page, limit });
const summaryOf = ({ action, fields }: AuditEntry) => [
  action,
  ...fields.map((one) => [one.field, one.before, one.after]),
];

describe('the history of a geode', () => {
  it('shows who changed what and when, newest first, even after the geode is deleted', async () => {
    const began = Date.now();
    const { id } = await asOwner(() => createGeode(catalog, { price: '49.50', tier: 'B' }));
    await asOwner(
      () => catalog.bus.call('catalog.update-geode', { id, changes: { price: '39', tier: 'A' } }),
      'edit-1',
    );
    await asOwner(() => catalog.bus.call('catalog.update-geode', { id, changes: { isFeatured: true } }));
    await asOwner(() => catalog.bus.call('catalog.delete-geode', { id }));
    const { changes, total } = await historyOf(id);
    expect(total).toBe(4);
    expect(changes.slice(1, 3).map(summaryOf)).toEqual([
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

  it('has no entry for an edit that changed nothing or was refused', async () => {
    const geode = await asOwner(() => createGeode(catalog));
    const { id } = geode;
    await asOwner(() => catalog.bus.call('catalog.update-geode', { id, changes: { title: geode.title } }));
    await codeOf(catalog.bus.call('catalog.update-geode', { id, changes: { price: '0' } }));
    await reserve([id]);
    expect(await codeOf(asOwner(() => catalog.bus.call('catalog.delete-geode', { id })))).toBe('GEODE_IN_ORDER');
    expect((await historyOf(id)).changes.map(({ action }) => action)).toEqual(['created']);
  });

  it('is written in the same transaction as the change', async () => {
    const { id } = await asOwner(() => createGeode(catalog, { price: '10.00' }));
    await catalog.database.query(`ALTER TABLE change ADD CONSTRAINT no_change CHECK (entity_id <> '${id}') NOT VALID`);
    try {
      await codeOf(catalog.bus.call('catalog.update-geode', { id, changes: { price: '20' } }));
      expect((await read(id)).price).toBe('10.00');
    } finally {
      await catalog.database.query('ALTER TABLE change DROP CONSTRAINT no_change');
    }
  });

  it('is paged, and empty for an unknown geode', async () => {
    const { id } = await asOwner(() => createGeode(catalog));
    for (const price of ['1', '2', '3', '4'])
      await asOwner(() => catalog.bus.call('catalog.update-geode', { id, changes: { price } }));
    const second = await historyOf(id, 2, 2);
    expect(second).toMatchObject({ page: 2, limit: 2, total: 5, totalPages: 3 });
    expect(second.changes.map(({ fields }) => fields[0]?.after)).toEqual(['2.00', '1.00']);
    expect(await historyOf(randomUUID())).toMatchObject({ changes: [], total: 0, totalPages: 0 });
  });

  it('has no entry for geodes of the demo catalogue', async () => {
    const demo = importedGeode();
    const owners = importedGeode({ origin: 'owner' });
    await catalog.bus.call('catalog.import-geodes', { geodes: [demo] });
    const key = { importId: randomUUID(), fingerprint: '0'.repeat(64) };
    await asOwner(() => catalog.bus.call('catalog.import-geodes', { geodes: [owners, demo], key }));
    expect((await historyOf(demo.id)).total).toBe(0);
    expect((await historyOf(owners.id)).changes.map(({ action }) => action)).toEqual(['imported']);
  });

  it('has no entry for a reservation or release by a buyer', async () => {
    const { id } = await asOwner(() => createGeode(catalog));
    await release((await reserve([id])).orderId);
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

  it('shows that the item was created, edited and deleted', async () => {
    const { id } = await asOwner(() => catalog.bus.call('catalog.create-showcase-item', body));
    await asOwner(() =>
      catalog.bus.call('catalog.update-showcase-item', { id, changes: { title: 'Older', tier: null } }),
    );
    await asOwner(() => catalog.bus.call('catalog.update-showcase-item', { id, changes: { title: 'Older' } }));
    await asOwner(() => catalog.bus.call('catalog.delete-showcase-item', { id }));
    const changes = await history(id);
    expect(changes.map(({ action }) => action)).toEqual(['deleted', 'edited', 'created']);
    expect(summaryOf(changes[1]!)).toEqual(['edited', ['title', 'Old Friend', 'Older'], ['tier', 'S', null]]);
    expect(changes[1]).toMatchObject({ session: SESSION });
  });

  it('shows one creation, however often the command is repeated', async () => {
    const id = randomUUID();
    await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    const changes = await history(id);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ action: 'created', session: null });
  });

  it('is separate from the history of a geode with the same id', async () => {
    const id = randomUUID();
    await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    expect((await historyOf(id)).total).toBe(0);
  });
});
