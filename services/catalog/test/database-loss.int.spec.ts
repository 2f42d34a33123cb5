import { randomUUID } from 'node:crypto';
import { toAppError } from '@geodes/kit';
import { type Cut, cuttingProxy, type CuttingProxy, type Statement } from '@geodes/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { type CatalogUnderTest, codeOf, createGeode, line, startCatalog } from './catalog-under-test.js';
import { type SwitchedProxy, switchedProxy } from './switched-proxy.js';

const CUTS: Cut[] = ['before', 'after', 'behind'];

let catalog: CatalogUnderTest;
let postgres: SwitchedProxy;
let cutter: CuttingProxy;

beforeAll(async () => {
  catalog = await startCatalog({
    database: async (url) => {
      postgres = await switchedProxy(url);
      cutter = await cuttingProxy(postgres.url);
      return cutter.url;
    },
  });
});
afterEach(() => cutter.cut(() => undefined));
afterAll(async () => {
  await catalog.stop();
  await cutter.stop();
  await postgres.off();
});

it('a caller does not notice broken idle connections', async () => {
  const geode = await createGeode(catalog);
  await postgres.off();
  await postgres.on();
  const orderId = randomUUID();
  const { items } = await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geode.id)] });
  expect(items[0]?.geodeId).toBe(geode.id);
});

it('a lost database causes UNAVAILABLE, never a refusal, until it is back', async () => {
  const geode = await createGeode(catalog);
  await postgres.off();
  const reserve = () => catalog.bus.call('catalog.reserve-geodes', { orderId: randomUUID(), items: [line(geode.id)] });
  expect(await codeOf(reserve())).toBe('UNAVAILABLE');
  expect(await codeOf(catalog.bus.call('catalog.get-geode', { id: geode.id }))).toBe('UNAVAILABLE');
  const health = await catalog.app.inject({ method: 'GET', url: '/health/ready' });
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'unavailable', failing: ['database'] }]);
  await postgres.on();
  await expect(reserve()).resolves.toMatchObject({ items: [{ geodeId: geode.id }] });
});

/** Cuts the connection at the first statement that matches. */
const cutOnce = (cut: Cut, matches: (statement: Statement) => boolean): void => {
  let isCut = false;
  cutter.cut((statement) => {
    if (isCut || !matches(statement)) return undefined;
    isCut = true;
    return cut;
  });
};

/** Counts the units on sale, reserved and sold. */
const units = async (id: string): Promise<number[]> => {
  const [row] = await catalog.database.query<{ units: number[] }[]>(
    'SELECT ARRAY[units_available, units_reserved, units_sold] AS units FROM geode WHERE id = $1',
    [id],
  );
  return row!.units;
};

describe('a connection lost within a transaction', () => {
  const work = async (manager: EntityManager): Promise<void> => {
    const { queryRunner } = manager;
    for (const statement of ['SELECT 1', 'SELECT 2']) {
      await manager.query(statement);
      // Wait like a transaction that computes: a connection lost now fails no statement.
      for (let turn = 0; turn < 20 && !queryRunner?.isReleased; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await manager.getRepository('Geode').existsBy({ id: randomUUID() });
  };

  it.each(
    ['START TRANSACTION', 'SELECT 1', 'SELECT 2', 'SELECT 1 AS', 'COMMIT'].flatMap((text) =>
      CUTS.map((cut) => [cut, text] as const),
    ),
  )('%s %s causes UNAVAILABLE unless the commit succeeded', async (cut, text) => {
    let cuts = 0;
    cutOnce(cut, (statement) => {
      const isCandidate = statement.transaction.includes('SELECT 1') || text === 'START TRANSACTION';
      return isCandidate && statement.text.startsWith(text) && (cuts += 1) === 1;
    });
    const database = catalog.app.get(DataSource);
    const error = toAppError(
      await database.transaction(work).then(
        () => 'no error',
        (thrown: unknown) => thrown,
      ),
    );
    if (text === 'COMMIT' && cut === 'behind') expect(error).toBe('no error');
    else expect(error).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a connection lost at any statement', () => {
  const commands: Record<
    string,
    (geodeId: string) => { run: () => Promise<unknown>; after: number[]; before?: () => Promise<unknown> }
  > = {
    'catalog.take-hold': (geodeId) => {
      const request = { browserId: randomUUID(), items: [line(geodeId)], network: null };
      return { run: () => catalog.bus.call('catalog.take-hold', request), after: [0, 1, 0] };
    },
    'catalog.end-hold': (geodeId) => {
      const request = { browserId: randomUUID(), holdId: '' };
      return {
        before: async () => {
          const hold = await catalog.bus.call('catalog.take-hold', {
            ...request,
            items: [line(geodeId)],
            network: null,
          });
          request.holdId = hold.holdId;
        },
        run: () => catalog.bus.call('catalog.end-hold', request),
        after: [1, 0, 0],
      };
    },
    'catalog.reserve-geodes': (geodeId) => {
      const request = { orderId: randomUUID(), items: [line(geodeId)] };
      return { run: () => catalog.bus.call('catalog.reserve-geodes', request), after: [0, 1, 0] };
    },
    'catalog.release-geodes': (geodeId) => {
      const request = { orderId: randomUUID(), items: [line(geodeId)] };
      return {
        before: () => catalog.bus.call('catalog.reserve-geodes', request),
        run: () => catalog.bus.call('catalog.release-geodes', request),
        after: [1, 0, 0],
      };
    },
  };

  it.each(Object.keys(commands))('does not fail %s and does not apply it twice', async (name) => {
    const prepare = async () => {
      const geode = await createGeode(catalog);
      const command = commands[name]!(geode.id);
      await command.before?.();
      return { ...command, geodeId: geode.id };
    };
    let statements = 0;
    cutter.cut((statement) => {
      statements = Math.max(statements, statement.number + 1);
      return undefined;
    });
    await (await prepare()).run();
    expect(statements).toBeGreaterThan(4);
    for (let number = 0; number < statements; number += 1)
      for (const cut of ['after', 'behind'] as const) {
        cutter.cut(() => undefined);
        const { run, geodeId, after } = await prepare();
        cutOnce(cut, (statement) => statement.number === number);
        await run();
        expect([number, cut, await units(geodeId)]).toEqual([number, cut, after]);
      }
  });

  it.each(Object.keys(commands))(
    'at every commit of %s causes UNAVAILABLE, and the command can be repeated',
    async (name) => {
      const geode = await createGeode(catalog);
      const { before, run, after } = commands[name]!(geode.id);
      await before?.();
      cutter.cut(({ text }) => (text === 'COMMIT' ? 'after' : undefined));
      expect(await codeOf(run())).toBe('UNAVAILABLE');
      cutter.cut(() => undefined);
      await run();
      expect(await units(geode.id)).toEqual(after);
    },
  );
});
