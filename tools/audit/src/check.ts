import { setTimeout as pause } from 'node:timers/promises';
import type { AuditData } from './data/audit-data.js';
import { readAuditData } from './data/read-audit-data.js';
import type { Places } from './config.js';
import type { Flags } from './flags.js';
import { settled } from './invariants/invariants.js';
import { ALL_KINDS, type Finding, type Kind, keyOf, named, type Violation } from './invariants/violation.js';

/** Between the two readings of books in which something looks wrong. */
const LOOK_RETRY_DELAY_MS = 2_000;

export interface Report {
  /** When the books were read. */
  at: string;
  seconds: number;
  counts: Record<Kind, number>;
  /** At most so many of each kind as `named` says. */
  violations: Violation[];
  /** What looked wrong but may still be under way. */
  inFlight: number;
  /** Order events that were given up: no violation, but they wait for the operator. */
  factsFailed: number;
  /** Payments at Square of orders that the books do not know: told to the owner, who has not marked them as seen. */
  lostOrders: number;
  /** How many rows were looked at, by book. */
  read: Record<string, number>;
  /** Why Square's ledger is missing: then nothing was judged that needs it. */
  squareFailure?: string;
}

/**
 * Reads the books and judges them. What looks wrong is read once more, and only what is wrong both times is reported.
 * Throws where a database cannot be read.
 */
export async function check(places: Places, { settleMs, days }: Pick<Flags, 'settleMs' | 'days'>): Promise<Report> {
  const began = performance.now();
  const first = await readAuditData(places, days);
  let { sure, inFlight } = settled(first.books, settleMs);
  let last = first;
  if (sure.length > 0) {
    const suspects = new Set(sure.map(keyOf));
    await pause(settleMs === 0 ? 0 : LOOK_RETRY_DELAY_MS);
    last = await readAuditData(places, days);
    const again = settled(last.books, settleMs);
    sure = again.sure.filter((finding) => suspects.has(keyOf(finding)));
    inFlight = again.inFlight;
  }
  return {
    at: last.books.at.toISOString(),
    seconds: Math.round(performance.now() - began) / 1_000,
    counts: countsOf(sure),
    violations: named(sure),
    inFlight,
    factsFailed: last.books.orders.outbox.filter(({ failedAt }) => failedAt).length,
    lostOrders: last.books.payments.lostOrders.filter(({ state }) => state === 'open').length,
    read: sizes(last.books),
    ...(last.squareFailure ? { squareFailure: last.squareFailure } : {}),
  };
}

function countsOf(found: Finding[]): Record<Kind, number> {
  const counts = Object.fromEntries(ALL_KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind } of found) counts[kind] += 1;
  return counts;
}

const sizes = ({ orders, catalog, payments, square }: AuditData): Record<string, number> => ({
  orders: orders.orders.length,
  checkouts: orders.attempts.length,
  stones: catalog.geodes.length,
  reservations: catalog.reservations.length,
  events: orders.outbox.length,
  payments: payments.payments.length,
  ...(square ? { 'payments at Square': square.payments.length } : {}),
});
