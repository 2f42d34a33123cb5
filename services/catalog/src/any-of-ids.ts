/**
 * `id = ${oneOf('$1')}`, where $1 is an array of a few ids. `ANY ($1)` itself is planned anew for every array, since its length
 * changes what PostgreSQL expects; of a query it expects the same each time, and keeps the plan.
 */
export const anyOfIds = (parameter: string): string => `ANY (ARRAY (SELECT unnest(CAST(${parameter} AS uuid[]))))`;
