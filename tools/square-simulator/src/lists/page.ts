import { z } from 'zod';
import { fingerprint } from '../ledger/idempotency.js';
import { refuse } from '../square-error.js';
import type { ListQuery } from './list-query.js';

/** Square's cursors live for 5 minutes. */
const CURSOR_LIFE_MS = 5 * 60 * 1_000;

const shape = z.object({ at: z.number(), id: z.string(), query: z.string(), issued: z.number() });

/** The last row of a page; the next page begins after it. */
interface Position {
  at: number;
  id: string;
}

/** Sorts by time, then by id, so rows of the same millisecond have a stable order. */
const inTimeOrder = (a: Position, b: Position): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Hashes the query without its cursor, which must be the same for every page. */
export const queryDigest = (query: Record<string, unknown>): string => {
  const { cursor: _, limit: __, ...rest } = query;
  return fingerprint(rest).slice(0, 16);
};

const writeCursor = ({ at, id }: Position, query: string, now: number): string =>
  Buffer.from(JSON.stringify({ at, id, query, issued: now })).toString('base64url');

/** Throws INVALID_CURSOR if the cursor is malformed, of another query, or older than 5 minutes. */
const readCursor = (cursor: string, query: string, now: number): Position => {
  const invalid = (why: string): Error => refuse('INVALID_CURSOR', `The cursor ${why}.`, 'cursor');
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalid('is malformed');
  }
  const parsed = shape.safeParse(content);
  if (!parsed.success) throw invalid('is malformed');
  if (parsed.data.query !== query) throw invalid('belongs to another query');
  if (parsed.data.issued + CURSOR_LIFE_MS < now) throw invalid('has expired');
  return { at: parsed.data.at, id: parsed.data.id };
};

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
