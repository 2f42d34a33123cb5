import type { GeodeQuery } from '@geodes/contracts';
import { onDatabase } from './database.js';
import { recordStatements } from './statements.js';

/** Of how many requests the statements are looked at. */
const LOOKED_AT = 24;

/** A page found through an index ends at its limit; a count that needs no more than an index does not read the table. */
const isBounded = (plan: readonly string[]): boolean => {
  const [root = ''] = plan;
  const readsIndexAlone = plan.some((line) => line.includes('Index Only Scan'));
  const isPage = root.includes('Limit') && !plan.some((line) => line.includes('Sort') || line.includes('Seq Scan'));
  return isPage || readsIndexAlone;
};

/** Plans that read more than a page and not from an index alone: one of each shape, with the path that asked for it. */
export const unboundedPlans = async (url: string, queries: ReadonlyMap<string, GeodeQuery>): Promise<string[]> => {
  const { statements, asked } = await recordStatements(url, new Map([...queries].slice(0, LOOKED_AT)));
  return onDatabase(url, async (client) => {
    const shapes = new Map<string, string>();
    for (const [path, said] of Object.entries(asked))
      for (const [number, parameters] of said) {
        const statement = statements[number] ?? '';
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${statement}`, parameters);
        const plan = rows.map((row) => row['QUERY PLAN']);
        const shape = plan.filter((line) => /->|^\S/.test(line)).join('\n');
        if (!isBounded(plan)) shapes.set(shape, [path, ...plan].join('\n  '));
      }
    return [...shapes.values()];
  });
};
