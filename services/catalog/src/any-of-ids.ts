/**
 * Builds `ANY (…)` for an array parameter of a few ids, as in `id = ${anyOfIds('$1')}`. PostgreSQL would plan
 * `ANY ($1)` again for each array, because the estimate depends on its length. It estimates a subquery always the same and
 * keeps the plan.
 */
export const anyOfIds = (parameter: string): string => `ANY (ARRAY (SELECT unnest(CAST(${parameter} AS uuid[]))))`;
