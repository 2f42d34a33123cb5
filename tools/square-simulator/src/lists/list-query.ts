import { z } from 'zod';
import { refuse } from '../square-error.js';
import { checked, optional, squareCode } from '../validation.js';

/** Default and most, as Square documents; a larger limit is ignored. */
const MAX_ROWS = 100;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

const time = z
  .string()
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
    squareCode('INVALID_TIME', 'Not an RFC 3339 time'),
  )
  .transform((text) => Date.parse(text));

/** Common parameters of the lists of payments and refunds. */
export const listFields = {
  begin_time: optional(time),
  end_time: optional(time),
  updated_at_begin_time: optional(time),
  updated_at_end_time: optional(time),
  sort_field: optional(z.enum(['CREATED_AT', 'UPDATED_AT', 'OFFLINE_CREATED_AT'])),
  sort_order: optional(z.enum(['ASC', 'DESC'])),
  cursor: optional(z.string()),
  location_id: optional(z.string().max(50)),
  limit: optional(z.coerce.number().pipe(z.int().min(1))),
};

type CommonQuery = z.output<z.ZodObject<typeof listFields>>;

/** A parsed list query, times in ms. */
export interface ListQuery {
  from: number;
  to: number;
  updatedFrom: number;
  updatedTo: number;
  by: 'created_at' | 'updated_at';
  newestFirst: boolean;
  limit: number;
  cursor?: string;
}

/**
 * Parses the common part of a list's query. Both ends of a range are inclusive: Square documents this for begin_time only.
 * Without end_time there is no end, so entries of the present millisecond are included. `staleMs`: omits rows created within
 * this time, because Square's lists lag by seconds.
 */
export const listQuery = (query: CommonQuery, now: number, staleMs = 0): ListQuery => {
  const from = query.begin_time ?? now - YEAR_MS;
  const to = query.end_time ?? Infinity;
  if (from > to) throw refuse('INVALID_TIME_RANGE', 'begin_time is after end_time.', 'begin_time');
  return {
    from,
    to: staleMs > 0 ? Math.min(to, now - staleMs) : to,
    updatedFrom: query.updated_at_begin_time ?? 0,
    updatedTo: query.updated_at_end_time ?? Infinity,
    by: query.sort_field === 'UPDATED_AT' ? 'updated_at' : 'created_at',
    newestFirst: query.sort_order !== 'ASC',
    limit: Math.min(query.limit ?? MAX_ROWS, MAX_ROWS),
    cursor: query.cursor || undefined,
  };
};

/** Treats empty parameters as absent. */
export const givenParameters = (query: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));

export const checkedQuery = <Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> =>
  checked(schema, givenParameters(query));
