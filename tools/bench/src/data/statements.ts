import { DataSource } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import { CHANGED_SINCE, type GeodeCounts } from '@geodes/catalog/dist/geodes/geode-counts.js';
import { Geode } from '@geodes/catalog/dist/geodes/geode.entity.js';
import { GeodeLists } from '@geodes/catalog/dist/geodes/geode-lists.js';
import type { GeodeQuery } from '@geodes/contracts';
import type { FloorOrder } from '../floors/floor-main.js';

/** Of each path the statements that catalog's own code makes of it; none of them is run. */
export const recordStatements = async (
  url: string,
  queries: ReadonlyMap<string, GeodeQuery>,
): Promise<Required<Pick<FloorOrder, 'statements' | 'asked'>>> => {
  const source = await new DataSource(catalogDatabase(url)).initialize();
  const said: [string, unknown[]][] = [];
  try {
    const [now] = await source.query<{ snapshot: string }[]>('SELECT pg_current_snapshot()::text AS snapshot');
    // catalog counts in its memory once it has read what changed: here each request asks, there several that come together
    const counts: Pick<GeodeCounts, 'count'> = {
      count: async () => {
        await source.query(CHANGED_SINCE, [now?.snapshot]);
        return { total: 1, onSale: 1 };
      },
    };
    const make = source.createQueryRunner.bind(source);
    source.createQueryRunner = (mode) => {
      const runner = make(mode);
      runner.query = (async (sql: string, parameters: unknown[] = []) => {
        said.push([sql, parameters]);
        return { records: [], raw: [], affected: 0 };
      }) as typeof runner.query;
      return runner;
    };
    const lists = new GeodeLists(source.getRepository(Geode), counts as GeodeCounts);
    const numbers = new Map<string, number>();
    const asked: [string, [number, unknown[]][]][] = [];
    for (const [path, query] of queries) {
      said.length = 0;
      await lists.listGeodes(query);
      asked.push([
        path,
        said.map(([sql, parameters]) => {
          const number = numbers.get(sql) ?? numbers.size;
          numbers.set(sql, number);
          return [number, parameters];
        }),
      ]);
    }
    return { statements: [...numbers.keys()], asked: Object.fromEntries(asked) };
  } finally {
    await source.destroy();
  }
};
