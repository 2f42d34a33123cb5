import { DataSource } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import { GeodeLists } from '@geodes/catalog/dist/geodes/geode-lists.js';
import type { GeodeQuery } from '@geodes/contracts';
import type { BaselineSetup } from './baseline-main.js';

/** A bare read by key. */
export const geodeStatement = 'SELECT * FROM geode WHERE id = $1';

/** Records the statements of the catalogue's own code for each path. Runs them, because the count decides how a page is read. */
export const listStatements = async (
  url: string,
  queries: ReadonlyMap<string, GeodeQuery>,
): Promise<Required<Pick<BaselineSetup, 'statements' | 'queries'>>> => {
  const source = await new DataSource(catalogDatabase(url)).initialize();
  const runQuery = source.query.bind(source);
  let recorded: [string, unknown[]][] = [];
  source.query = ((sql: string, parameters: unknown[] = []) => {
    recorded.push([sql, parameters]);
    return runQuery(sql, parameters);
  }) as typeof source.query;
  try {
    const lists = new GeodeLists(source);
    const numbers = new Map<string, number>();
    const byPath: Required<BaselineSetup>['queries'] = {};
    for (const [path, query] of queries) {
      recorded = [];
      await lists.listGeodes(query);
      byPath[path] = recorded.map(([sql, parameters]) => {
        const number = numbers.get(sql) ?? numbers.size;
        numbers.set(sql, number);
        return [number, parameters];
      });
    }
    return { statements: [...numbers.keys()], queries: byPath };
  } finally {
    await source.destroy();
  }
};
