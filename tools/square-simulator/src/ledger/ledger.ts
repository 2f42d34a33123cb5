import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CardToken } from '../payments/card-token.js';
import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/create-refund.js';

/** Endpoints with idempotency keys. Each has a separate key space. */
export type KeyScope = 'create' | 'refund';

/** The response under an idempotency key, returned again for the same body. */
interface KeyRecord {
  scope: KeyScope;
  key: string;
  fingerprint: string;
  /** The payment or refund created under this key. */
  subjectId: string;
  status: number;
  reply: unknown;
}

/** All changes of one step. A later version of an object replaces an earlier one. */
export interface Change {
  payments?: readonly Payment[];
  refunds?: readonly Refund[];
  keys?: readonly KeyRecord[];
  tokens?: readonly CardToken[];
}

const SYNC_INTERVAL_MS = 1_000;
/** A second simulator opens the same ledger for a moment, before it ends because its port is taken. */
const LOCK_TIMEOUT_MS = 1_000;
/** Payments name buyers. */
const OWNER_ONLY = 0o600;
const LAST_TIME = '9999-12-31T23:59:59.999Z';

/** Objects are JSON as Square writes it, with its times, which sort as text. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS payment (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    created_at TEXT AS (body ->> 'created_at'),
    reference_id TEXT AS (body ->> 'reference_id'),
    lapses_at TEXT AS (CASE body ->> 'status' WHEN 'APPROVED' THEN body ->> 'delayed_until' END)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payment_created ON payment (created_at, id);
  CREATE INDEX IF NOT EXISTS payment_reference ON payment (reference_id);
  CREATE INDEX IF NOT EXISTS payment_lapse ON payment (lapses_at) WHERE lapses_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS refund (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    created_at TEXT AS (body ->> 'created_at'),
    payment_id TEXT AS (body ->> 'payment_id'),
    status TEXT AS (body ->> 'status')
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refund_created ON refund (created_at, id);
  CREATE INDEX IF NOT EXISTS refund_payment ON refund (payment_id);
  CREATE INDEX IF NOT EXISTS refund_pending ON refund (status) WHERE status = 'PENDING';
  CREATE TABLE IF NOT EXISTS idempotency_key (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS card_token (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT`;

type Table = 'payment' | 'refund' | 'idempotency_key' | 'card_token';

/**
 * The simulator's state, in SQLite. One process writes it and each step is synchronous, so a check and the following
 * change need no lock. A committed change survives a killed process; it is flushed to the disk within a second.
 */
export class Ledger {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private readonly syncTimer: NodeJS.Timeout;

  /** Opens the ledger in `folder`, both created if missing. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'ledger.sqlite');
    closeSync(openSync(path, 'a', OWNER_ONLY));
    this.database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
    this.database.exec(SCHEMA);
    this.importJournal(join(folder, 'ledger.jsonl'));
    this.syncTimer = setInterval(() => this.database.exec('PRAGMA wal_checkpoint'), SYNC_INTERVAL_MS).unref();
  }

  /** Records the change completely or not at all. */
  commit(change: Change): void {
    this.inTransaction(() => this.apply(change));
  }

  close(): void {
    clearInterval(this.syncTimer);
    this.database.close();
  }

  payment(id: string): Payment | undefined {
    return this.find('payment', id);
  }

  refund(id: string): Refund | undefined {
    return this.find('refund', id);
  }

  key(scope: KeyScope, key: string): KeyRecord | undefined {
    return this.find('idempotency_key', `${scope} ${key}`);
  }

  token(token: string): CardToken | undefined {
    return this.find('card_token', token);
  }

  /** Yields payments created in [from, to] (ms), in order. */
  payments(from = 0, to = Infinity, newestFirst = false): Generator<Payment> {
    return this.createdBetween('payment', from, to, newestFirst);
  }

  refunds(from = 0, to = Infinity, newestFirst = false): Generator<Refund> {
    return this.createdBetween('refund', from, to, newestFirst);
  }

  paymentsOfReference(referenceId: string): Payment[] {
    return this.findAll('FROM payment WHERE reference_id = ? ORDER BY rowid', referenceId);
  }

  refundsOf(paymentId: string): Refund[] {
    return this.findAll('FROM refund WHERE payment_id = ? ORDER BY rowid', paymentId);
  }

  /** Returns the authorisations that have expired at `now` (ms). */
  lapsed(now: number): Payment[] {
    return this.findAll('FROM payment WHERE lapses_at <= ? ORDER BY rowid', timeText(now));
  }

  pendingRefunds(): Refund[] {
    return this.findAll(`FROM refund WHERE status = 'PENDING' ORDER BY rowid`);
  }

  private inTransaction(work: () => void): void {
    this.database.exec('BEGIN');
    try {
      work();
      this.database.exec('COMMIT');
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private apply({ payments = [], refunds = [], keys = [], tokens = [] }: Change): void {
    for (const payment of payments) this.put('payment', payment.id, payment);
    for (const refund of refunds) this.put('refund', refund.id, refund);
    for (const record of keys) this.put('idempotency_key', `${record.scope} ${record.key}`, record);
    for (const token of tokens) this.put('card_token', token.token, token);
  }

  private put(table: Table, id: string, body: object): void {
    const insert = `INSERT INTO ${table} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`;
    this.prepare(insert).run(id, JSON.stringify(body));
  }

  private find<T>(table: Table, id: string): T | undefined {
    return this.findAll<T>(`FROM ${table} WHERE id = ?`, id)[0];
  }

  private findAll<T>(from: string, ...parameters: SQLInputValue[]): T[] {
    const rows = this.prepare(`SELECT body ${from}`).all(...parameters);
    return rows.map(({ body }) => JSON.parse(body as string) as T);
  }

  private *createdBetween<T>(table: Table, from: number, to: number, newestFirst: boolean): Generator<T> {
    const direction = newestFirst ? 'DESC' : 'ASC';
    const condition = `created_at BETWEEN ? AND ? ORDER BY created_at ${direction}, id ${direction}`;
    const rows = this.prepare(`SELECT body FROM ${table} WHERE ${condition}`).iterate(timeText(from), timeText(to));
    for (const { body } of rows) yield JSON.parse(body as string) as T;
  }

  private prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /**
   * Takes over a ledger from before SQLite: one change per line, the last one perhaps incomplete. Throws an Error that
   * names an earlier unreadable line, and changes nothing then.
   */
  private importJournal(path: string): void {
    if (!existsSync(path)) return;
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    this.inTransaction(() => {
      for (const [index, line] of lines.entries()) this.apply(readChange(line, `Line ${index + 1} of ${path}`));
    });
    rmSync(path);
  }
}

const timeText = (ms: number): string => (ms === Infinity ? LAST_TIME : new Date(ms).toISOString());

const readChange = (line: string, place: string): Change => {
  try {
    return JSON.parse(line) as Change;
  } catch {
    throw new Error(`${place} cannot be read. Move the file away to begin with an empty ledger.`);
  }
};
