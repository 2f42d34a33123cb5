import { randomUUID } from 'node:crypto';
import type { ExportCursor, Geode, ImportedGeode, ImportKey } from '@geodes/contracts';
import { asOwner, commandsOf, SESSION } from './catalog-commands.js';
import { catalogForTests, codeOf, importedGeode, sellUnpaid } from './catalog-under-test.js';

const catalog = catalogForTests();
const { historyOf } = commandsOf(catalog);

const fingerprint = (): string => randomUUID().replaceAll('-', '').repeat(2);
const newKey = (): ImportKey => ({ importId: randomUUID(), fingerprint: fingerprint() });
const ownersGeodes = (count: number): ImportedGeode[] =>
  Array.from({ length: count }, (_, index) => importedGeode({ origin: 'owner', title: `Imported ${index}` }));
const run = (geodes: ImportedGeode[], key: ImportKey) =>
  asOwner(() => catalog.bus.call('catalog.import-geodes', { geodes, key }, { timeoutMs: 30_000 }));
const count = async (): Promise<number> => (await catalog.bus.call('catalog.list-inventory', { limit: 1 })).total;
const findPast = (key: ImportKey) => catalog.bus.call('catalog.past-import', key);

it('demo geodes are counted until they are sold', async () => {
  const countDemo = async () => (await catalog.bus.call('catalog.count-demo-geodes', {})).onSale;
  const geodes = [importedGeode(), importedGeode(), importedGeode({ origin: 'owner' })];
  await catalog.bus.call('catalog.import-geodes', { geodes });
  expect(await countDemo()).toBe(2);
  await sellUnpaid(catalog, geodes[0]!.id);
  expect(await countDemo()).toBe(1);
});

describe('an import by the owner', () => {
  it('adds its geodes and records the import in each history', async () => {
    catalog.changes.clear();
    const geodes = ownersGeodes(3);
    expect(await run(geodes, newKey())).toEqual({ created: 3 });
    expect(await catalog.changes.settled()).toEqual(geodes.map(({ id }) => id).sort());
    for (const { id, title } of geodes) {
      const changes = await historyOf(id);
      expect(changes).toMatchObject([{ action: 'imported', session: SESSION }]);
      expect(changes[0]!.fields).toContainEqual({ field: 'title', before: null, after: title });
    }
  });

  it('runs once, however often it is repeated, even if its geodes were deleted since', async () => {
    const geodes = ownersGeodes(4);
    const key = newKey();
    const before = await count();
    const replies = await Promise.all(Array.from({ length: 5 }, () => run(geodes, key)));
    expect(replies).toEqual(Array(5).fill({ created: 4 }));
    expect(await count()).toBe(before + 4);
    await catalog.bus.call('catalog.delete-geode', { id: geodes[0]!.id });
    expect(await run(geodes, key)).toEqual({ created: 4 });
    expect(await count()).toBe(before + 3);
  });

  it('refuses a key that was used for another file', async () => {
    const key = newKey();
    await run(ownersGeodes(1), key);
    const other = { ...key, fingerprint: fingerprint() };
    const before = await count();
    expect(await codeOf(run(ownersGeodes(1), other))).toBe('KEY_REUSED');
    expect(await codeOf(findPast(other))).toBe('KEY_REUSED');
    expect(await count()).toBe(before);
  });

  it('adds all geodes or none, and can be repeated after a failure', async () => {
    const geodes = ownersGeodes(50);
    const key = newKey();
    const before = await count();
    const last = geodes.at(-1)!.id;
    await catalog.database.query(`ALTER TABLE geode ADD CONSTRAINT not_this CHECK (id <> '${last}') NOT VALID`);
    try {
      expect(await codeOf(run(geodes, key))).toBe('INTERNAL');
    } finally {
      await catalog.database.query('ALTER TABLE geode DROP CONSTRAINT not_this');
    }
    expect([await count(), await findPast(key)]).toEqual([before, { created: null, importedAt: null }]);
    expect(await run(geodes, key)).toEqual({ created: 50 });
    expect(await count()).toBe(before + 50);
  });

  it('adds nothing if one geode has no picture', async () => {
    const key = newKey();
    const before = await count();
    const wrong = importedGeode({ origin: 'owner', imageUrls: [] });
    expect(await codeOf(run([...ownersGeodes(2), wrong], key))).toBe('BAD_REQUEST');
    expect([await count(), await findPast(key)]).toEqual([before, { created: null, importedAt: null }]);
  });

  it('is found again by the fingerprint of its file', async () => {
    const key = newKey();
    await run(ownersGeodes(1), key);
    const again = { importId: randomUUID(), fingerprint: key.fingerprint };
    expect(await findPast(again)).toEqual({ created: null, importedAt: expect.stringMatching(/^20/) as string });
    expect(await findPast(key)).toMatchObject({ created: 1 });
  });

  it('accepts 1,000 geodes and refuses 1,001', async () => {
    const start = performance.now();
    expect(await run(ownersGeodes(1_000), newKey())).toEqual({ created: 1_000 });
    process.stderr.write(`an import of 1,000 geodes: ${Math.round(performance.now() - start)} ms\n`);
    expect(await codeOf(run(ownersGeodes(1_001), newKey()))).toBe('BAD_REQUEST');
  });
});

describe('the paged inventory', () => {
  const readAll = async (): Promise<Geode[]> => {
    const all: Geode[] = [];
    let after: ExportCursor | null = null;
    do {
      const page: { rows: Geode[]; next: ExportCursor | null } = await catalog.bus.call('catalog.export-geodes', {
        after,
      });
      all.push(...page.rows);
      after = page.next;
    } while (after);
    return all;
  };

  it('has every geode once, newest first, even if many have the same time', async () => {
    const all = await readAll();
    expect(all).toHaveLength(await count());
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const keys = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(all.map(({ soldQuantity }) => soldQuantity).filter((sold) => sold !== 0)).toEqual([1]);
  });

  it('fits each page in one message even if descriptions are long', async () => {
    const long = Array.from({ length: 150 }, () => importedGeode({ origin: 'owner', description: '½'.repeat(5_000) }));
    for (let from = 0; from < long.length; from += 50)
      await catalog.bus.call('catalog.import-geodes', { geodes: long.slice(from, from + 50) }, { timeoutMs: 30_000 });
    const all = await readAll();
    expect(all.filter(({ description }) => description.length === 5_000)).toHaveLength(150);
  });
});
