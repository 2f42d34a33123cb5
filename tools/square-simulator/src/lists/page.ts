import { z } from 'zod';
import { fingerprint } from '../ledger/idempotency.js';
import { refuse } from '../square-error.js';
import { checked, optional } from '../validation.js';

/** Default and most, as Square documents; a larger limit is ignored. */
const MAX_ROWS = 100;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** Square's cursors live for 5 minutes. */
const CURSOR_LIFE_MS = 5 * 60 * 1_000;

const time = optional(z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)));

/** Common parameters of the lists of payments and refunds, times in ms. */
export const listQuery = z.object({
  begin_time: time,
  end_time: time,
  updated_at_begin_time: time,
  updated_at_end_time: time,
  sort_field: optional(z.enum(['CREATED_AT', 'UPDATED_AT', 'OFFLINE_CREATED_AT'])),
  sort_order: optional(z.enum(['ASC', 'DESC'])),
  cursor: optional(z.string()),
  location_id: optional(z.string().max(50)),
  limit: optional(z.coerce.number().pipe(z.int().min(1))),
});

/** Parses a query. Treats empty parameters as absent. */
export const checkedQuery = <Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> =>
  checked(schema, Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== '')));

const cursorContent = z.object({ at: z.number(), id: z.string(), query: z.string(), issued: z.number() });

/** The last row of a page; the next page begins after it. */
type Position = Pick<z.output<typeof cursorContent>, 'at' | 'id'>;

/** Sorts by time, then by id, so rows of the same millisecond have a stable order. */
const inTimeOrder = (a: Position, b: Position): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const writeCursor = (content: z.output<typeof cursorContent>): string =>
  Buffer.from(JSON.stringify(content)).toString('base64url');

/** Throws INVALID_CURSOR if the cursor is malformed, of another query, or older than 5 minutes. */
const readCursor = (cursor: string, query: string, now: number): Position => {
  const invalid = (why: string): Error => refuse('INVALID_CURSOR', `The cursor ${why}.`, 'cursor');
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalid('is malformed');
  }
  const { data } = cursorContent.safeParse(content);
  if (!data) throw invalid('is malformed');
  if (data.query !== query) throw invalid('belongs to another query');
  if (data.issued + CURSOR_LIFE_MS < now) throw invalid('has expired');
  return data;
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
 * Returns one page of a list. `read` yields the rows created in [from, to] (ms), in order; `fits` applies the filters that
 * the lists do not share. Pages neither repeat nor skip a row when rows are added between them.
 *
 * Both ends of a range are inclusive: Square documents this for begin_time only. Without end_time there is no end, so
 * entries of the present millisecond are included. `staleMs`: omits rows created within this time, because Square's lists
 * lag by seconds.
 */
export const page = <Row extends Listed>(
  { cursor, limit = MAX_ROWS, ...query }: z.output<typeof listQuery>,
  staleMs: number,
  read: (from: number, to: number, newestFirst: boolean) => Iterable<Row>,
  fits: (row: Row) => boolean,
): Page<Row> => {
  const now = Date.now();
  const { begin_time: from = now - YEAR_MS, end_time: to = Infinity } = query;
  const { updated_at_begin_time: updatedFrom = 0, updated_at_end_time: updatedTo = Infinity } = query;
  if (from > to) throw refuse('INVALID_TIME_RANGE', 'begin_time is after end_time.', 'begin_time');

  // every page must have the same query
  const digest = fingerprint(query).slice(0, 16);
  const after = cursor ? readCursor(cursor, digest, now) : undefined;
  const by = query.sort_field === 'UPDATED_AT' ? 'updated_at' : 'created_at';
  const newestFirst = query.sort_order !== 'ASC';
  const position = (row: Row): Position => ({ at: Date.parse(row[by]), id: row.id });
  const compare = (a: Position, b: Position): number => inTimeOrder(a, b) * (newestFirst ? -1 : 1);

  const created = read(from, staleMs > 0 ? Math.min(to, now - staleMs) : to, newestFirst);
  const ordered = by === 'created_at' ? created : [...created].sort((a, b) => compare(position(a), position(b)));
  const rows: Row[] = [];
  for (const row of ordered) {
    const updated = Date.parse(row.updated_at);
    if (updated < updatedFrom || updated > updatedTo || !fits(row)) continue;
    if (after && compare(position(row), after) <= 0) continue;
    const last = rows.at(-1);
    if (last && rows.length === Math.min(limit, MAX_ROWS))
      return { rows, cursor: writeCursor({ ...position(last), query: digest, issued: now }) };
    rows.push(row);
  }
  return { rows };
};
