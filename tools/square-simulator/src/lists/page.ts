import { inTimeOrder } from '../ledger/time-index.js';
import { readCursor, writeCursor, type Position } from './cursor.js';
import type { ListQuery } from './list-query.js';

interface Listed {
  id: string;
  created_at: string;
  updated_at: string;
}

export interface Page<Row> {
  rows: Row[];
  /** Absent on the last page. */
  cursor?: string;
}

/**
 * Returns one page of a list. `rows` are sorted by creation in the query's direction; `fits` applies the other filters.
 * Pages neither repeat nor skip a row when rows are added between them.
 */
export const page = <Row extends Listed>(
  rows: Iterable<Row>,
  query: ListQuery,
  digest: string,
  now: number,
  fits: (row: Row) => boolean,
): Page<Row> => {
  const after = query.cursor ? readCursor(query.cursor, digest, now) : undefined;
  const position = (row: Row): Position => ({ at: Date.parse(row[query.by]), id: row.id });
  const direction = query.newestFirst ? -1 : 1;
  const found: Row[] = [];
  for (const row of ordered(rows, query, position)) {
    const updated = Date.parse(row.updated_at);
    if (updated < query.updatedFrom || updated > query.updatedTo || !fits(row)) continue;
    if (after && inTimeOrder(position(row), after) * direction <= 0) continue;
    found.push(row);
    if (found.length > query.limit) break;
  }
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    cursor: last && found.length > query.limit ? writeCursor(position(last), digest, now) : undefined,
  };
};

const ordered = <Row>(rows: Iterable<Row>, query: ListQuery, position: (row: Row) => Position): Iterable<Row> => {
  if (query.by === 'created_at') return rows;
  const direction = query.newestFirst ? -1 : 1;
  return [...rows].sort((a, b) => inTimeOrder(position(a), position(b)) * direction);
};
