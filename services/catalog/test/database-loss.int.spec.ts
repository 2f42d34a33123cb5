import { randomUUID } from 'node:crypto';
import { toAppError } from '@geodes/kit';
import { type Cut, cuttingProxy, type CuttingProxy, type Statement } from '@geodes/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode } from './catalog-under-test.js';
import { type SwitchedProxy, switchedProxy } from './switched-proxy.js';

const CUTS: Cut[] = ['before', 'unanswered', 'answered'];

let postgres: SwitchedProxy;
let cutter: CuttingProxy;
const catalog = catalogForTests({
  database: async (url) => {
    postgres = await switchedProxy(url);
    cutter = await cuttingProxy(postgres.url);
    return cutter.url;
  },
});
const { end, read, release, reserve, stockOf, take } = commandsOf(catalog);
afterEach(() => cutter.cut(() => undefined));
afterAll(async () => {
  await cutter.stop();
  await postgres.off();
});

it('a caller does not notice broken idle connections', async () => {
  const geode = await createGeode(catalog);
  await postgres.off();
  await postgres.on();
  const { items } = await reserve([geode.id]);
  expect(items[0]?.geodeId).toBe(geode.id);
});

it('a lost database causes UNAVAILABLE, never a refusal, until it is back', async () => {
  const geode = await createGeode(catalog);
  await postgres.off();
  expect(await codeOf(reserve([geode.id]))).toBe('UNAVAILABLE');
  expect(await codeOf(read(geode.id))).toBe('UNAVAILABLE');
  const health = await catalog.app.inject({ method: 'GET', url: '/health/ready' });
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'unavailable', failing: ['database'] }]);
  await postgres.on();
  await expect(reserve([geode.id])).resolves.toMatchObject({ items: [{ geodeId: geode.id }] });
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
      CUTS.map((cut) => [text, cut] as const),
    ),
  )('at %s causes UNAVAILABLE unless a commit was answered (%s)', async (text, cut) => {
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
    if (text === 'COMMIT' && cut === 'answered') expect(error).toBe('no error');
    else expect(error).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a connection lost at any statement', () => {
  const [held, onSale] = [
    { free: 0, reserved: 1, sold: 0 },
    { free: 1, reserved: 0, sold: 0 },
  ];
  /** Each makes its preparation and returns the command. `after` is the geode's stock then. */
  const commands: Record<string, { after: object; prepare: (geodeId: string) => Promise<() => Promise<unknown>> }> = {
    'catalog.take-hold': {
      after: held,
      prepare: (geodeId) => {
        const browserId = randomUUID();
        return Promise.resolve(() => take(browserId, [geodeId]));
      },
    },
    'catalog.end-hold': {
      after: onSale,
      prepare: async (geodeId) => {
        const browserId = randomUUID();
        const { holdId } = await take(browserId, [geodeId]);
        return () => end(browserId, holdId);
      },
    },
    'catalog.reserve-geodes': {
      after: held,
      prepare: (geodeId) => {
        const orderId = randomUUID();
        return Promise.resolve(() => reserve([geodeId], {}, orderId));
      },
    },
    'catalog.release-geodes': {
      after: onSale,
      prepare: async (geodeId) => {
        const { orderId } = await reserve([geodeId]);
        return () => release(orderId);
      },
    },
  };

  it.each(Object.entries(commands))(
    'does not fail %s and does not apply it twice',
    async (_name, { after, prepare }) => {
      let statements = 0;
      cutter.cut((statement) => {
        statements = Math.max(statements, statement.number + 1);
        return undefined;
      });
      await (
        await prepare((await createGeode(catalog)).id)
      )();
      expect(statements).toBeGreaterThan(4);
      for (let number = 0; number < statements; number += 1)
        for (const cut of ['unanswered', 'answered'] as const) {
          cutter.cut(() => undefined);
          const { id } = await createGeode(catalog);
          const run = await prepare(id);
          cutOnce(cut, (statement) => statement.number === number);
          await run();
          expect([number, cut, await stockOf(id)]).toEqual([number, cut, after]);
        }
    },
  );

  it.each(Object.entries(commands))(
    'at every commit of %s causes UNAVAILABLE, and the command can be repeated',
    async (_name, { after, prepare }) => {
      const { id } = await createGeode(catalog);
      const run = await prepare(id);
      cutter.cut(({ text }) => (text === 'COMMIT' ? 'unanswered' : undefined));
      expect(await codeOf(run())).toBe('UNAVAILABLE');
      cutter.cut(() => undefined);
      await run();
      expect(await stockOf(id)).toEqual(after);
    },
  );
});
