import { setTimeout as pause } from 'node:timers/promises';
import type { AuditData } from './data/audit-data.js';
import { readAuditData } from './data/read-audit-data.js';
import type { DataSources } from './config.js';
import type { Flags } from './flags.js';
import { splitBySettleTime } from './invariants/invariants.js';
import {
  ALL_KINDS,
  type Finding,
  type Kind,
  violationKey,
  limitPerKind,
  type Violation,
} from './invariants/violation.js';

/** Delay before suspicious data is read again. */
const RETRY_DELAY_MS = 2_000;

export interface Report {
  /** When the data was read, ISO 8601. */
  at: string;
  seconds: number;
  counts: Record<Kind, number>;
  /** At most 200 of each kind. */
  violations: Violation[];
  /** Findings whose rows changed too recently to be sure. */
  inFlight: number;
  /** Failed order events: no violation, but they wait for the operator. */
  factsFailed: number;
  /** Payments at Square without an order, which the owner has not acknowledged yet. */
  lostOrders: number;
  /** Rows read, by table. */
  read: Record<string, number>;
  /** Why Square's ledger could not be read. Invariants that need it were skipped. */
  squareFailure?: string;
}

/**
 * Reads the data and checks all invariants. Reads again after a finding, and reports only what both readings show. Throws
 * when a database cannot be read.
 */
export async function check(
  places: DataSources,
  { settleMs, days }: Pick<Flags, 'settleMs' | 'days'>,
): Promise<Report> {
  const began = performance.now();
  const first = await readAuditData(places, days);
  let { sure, inFlight } = splitBySettleTime(first.data, settleMs);
  let last = first;
  if (sure.length > 0) {
    const suspects = new Set(sure.map(violationKey));
    await pause(settleMs === 0 ? 0 : RETRY_DELAY_MS);
    last = await readAuditData(places, days);
    const again = splitBySettleTime(last.data, settleMs);
    sure = again.sure.filter((finding) => suspects.has(violationKey(finding)));
    inFlight = again.inFlight;
  }
  return {
    at: last.data.at.toISOString(),
    seconds: Math.round(performance.now() - began) / 1_000,
    counts: countByKind(sure),
    violations: limitPerKind(sure),
    inFlight,
    factsFailed: last.data.orders.outbox.filter(({ failedAt }) => failedAt).length,
    lostOrders: last.data.payments.lostOrders.filter(({ state }) => state === 'open').length,
    read: countRows(last.data),
    ...(last.squareFailure ? { squareFailure: last.squareFailure } : {}),
  };
}

function countByKind(found: Finding[]): Record<Kind, number> {
  const counts = Object.fromEntries(ALL_KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind } of found) counts[kind] += 1;
  return counts;
}

const countRows = ({ orders, catalog, payments, square }: AuditData): Record<string, number> => ({
  orders: orders.orders.length,
  checkouts: orders.attempts.length,
  geodes: catalog.geodes.length,
  reservations: catalog.reservations.length,
  events: orders.outbox.length,
  payments: payments.payments.length,
  ...(square ? { 'payments at Square': square.payments.length } : {}),
});
