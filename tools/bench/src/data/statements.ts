import { DataSource } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import { GeodeLists } from '@geodes/catalog/dist/geodes/geode-lists.js';
import type { GeodeQuery } from '@geodes/contracts';
import type { FloorOrder } from '../floors/floor-main.js';

/** Statements take the same form for every list of more geodes than this. */
const MANY = 1_000_000_000;

/** Of each path the statements that catalog's own code makes of it; none of them is run. */
export const recordStatements = async (
  url: string,
  queries: ReadonlyMap<string, GeodeQuery>,
): Promise<Required<Pick<FloorOrder, 'statements' | 'asked'>>> => {
  const source = await new DataSource(catalogDatabase(url)).initialize();
  let recorded: [string, unknown[]][] = [];
  source.query = ((sql: string, parameters: unknown[] = []) => {
    recorded.push([sql, parameters]);
    return Promise.resolve(sql.includes('count(') ? [{ total: MANY }] : []);
  }) as typeof source.query;
  try {
    const lists = new GeodeLists(source);
    const numbers = new Map<string, number>();
    const asked: FloorOrder['asked'] = {};
    for (const [path, query] of queries) {
      recorded = [];
      await lists.listGeodes(query);
      asked[path] = recorded.map(([sql, parameters]) => {
        const number = numbers.get(sql) ?? numbers.size;
        numbers.set(sql, number);
        return [number, parameters];
      });
    }
    return { statements: [...numbers.keys()], asked };
  } finally {
    await source.destroy();
  }
};
