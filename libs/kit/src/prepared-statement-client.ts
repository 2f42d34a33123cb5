import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Client, QueryResult } from 'pg';

/** More than a service has; what comes after them is sent whole each time. */
const MAX_STATEMENTS = 300;

const WRITES = /\b(insert into|delete from|(?<!for |key )update)\b/i;

const names = new Map<string, string>();

/**
 * The name under which PostgreSQL keeps a statement's parsed text and plan, a connection each; undefined where it is
 * to be planned anew: without values it goes in one message anyway, and a list and its count want a plan for their values,
 * since one word is in a million rows and another in none. What writes is no list, and `LIMIT 1` at the end is one row by
 * its key, as TypeORM asks for it.
 */
export const statementName = (text: string, values: unknown): string | undefined => {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  if (/\blimit\b(?! 1$)|\bcount\(/i.test(text) && !WRITES.test(text)) return undefined;
  const known = names.get(text);
  if (known || names.size >= MAX_STATEMENTS) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
};

type Query = (text: unknown, values?: unknown, callback?: unknown) => Promise<QueryResult>;

/**
 * pg's client, which has statements that come again and again parsed once (a quarter of what a short one costs, the half
 * in the database). A statement must name its columns: the plan of `SELECT *` is refused once a migration adds one. A
 * connection pooler must know prepared statements, as PgBouncer does from 1.21 on. pg is loaded when this is
 * called: the gateway has no database.
 */
export const preparedStatementClient = (): typeof Client => {
  const pg = createRequire(import.meta.url)('pg') as { Client: typeof Client };
  class PreparingClient extends pg.Client {}
  const prepared: Query = function (this: Client, text, values, callback) {
    // looked up each time: tracing wraps it later
    const query = pg.Client.prototype.query as Query;
    const name = typeof text === 'string' ? statementName(text, values) : undefined;
    return name
      ? query.call(this, { name, text, values }, undefined, callback)
      : query.call(this, text, values, callback);
  };
  PreparingClient.prototype.query = prepared as Client['query'];
  return PreparingClient;
};
