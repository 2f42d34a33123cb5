import { z } from 'zod';
import { fingerprint } from '../ledger/idempotency.js';
import { refuse } from '../square-error.js';

/** Square's cursors live for 5 minutes. */
const CURSOR_LIFE_MS = 5 * 60 * 1_000;

const shape = z.object({ at: z.number(), id: z.string(), query: z.string(), issued: z.number() });

/** The last row of a page; the next page begins after it. */
export interface Position {
  at: number;
  id: string;
}

/** Hashes the query without its cursor, which must be the same for every page. */
export const queryDigest = (query: Record<string, unknown>): string => {
  const { cursor: _, limit: __, ...rest } = query;
  return fingerprint(rest).slice(0, 16);
};

export const writeCursor = ({ at, id }: Position, query: string, now: number): string =>
  Buffer.from(JSON.stringify({ at, id, query, issued: now })).toString('base64url');

/** Throws INVALID_CURSOR if the cursor is malformed, of another query, or older than 5 minutes. */
export const readCursor = (cursor: string, query: string, now: number): Position => {
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
