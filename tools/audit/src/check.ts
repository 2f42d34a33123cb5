import { setTimeout as pause } from 'node:timers/promises';
import type { DataSources } from './config.js';
import {
  type AuditData,
  type OrdersData,
  type PaymentsData,
  readCatalog,
  readOrders,
  readPayments,
  type SquareData,
} from './data/audit-data.js';
import { withSnapshot } from './data/snapshot.js';
import { readSquare } from './data/square-data.js';
import type { Flags } from './flags.js';
import { splitBySettleTime } from './invariants/invariants.js';
import {
  ALL_KINDS,
  type Finding,
  type Kind,
  KINDS,
  limitPerKind,
  sumCounts,
  type Violation,
  violationKey,
} from './invariants/violation.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Clocks differ, so a payment at Square may appear older than the shop's first row. */
const BEFORE_FIRST_MS = 60 * 60 * 1_000;

interface AuditReading {
  data: AuditData;
  /** Why Square could not be read. */
  squareFailure: string | undefined;
}

/**
 * Reads the three databases, then Square. Each database is read at one instant, but not all at the same one; the settle
 * time covers the difference. Throws when a database cannot be read.
 * @param days how far back to read Square; at most to the shop's first row
 */
async function readAuditData({ databases, square }: DataSources, days: number): Promise<AuditReading> {
  const [orders, catalog, payments] = await Promise.all([
    withSnapshot('orders', databases.orders, async (snapshot) => ({
      at: snapshot.at,
      records: await readOrders(snapshot),
    })),
    withSnapshot('catalog', databases.catalog, readCatalog),
    withSnapshot('payments', databases.payments, readPayments),
  ]);
  const data: AuditData = { at: orders.at, orders: orders.records, catalog, payments, square: undefined };
  const from = findStart(orders.records, payments, new Date(orders.at.getTime() - days * DAY_MS));
  try {
    return { data: { ...data, square: await readSquare(square, from) }, squareFailure: undefined };
  } catch (error) {
    return { data, squareFailure: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the time of the shop's first row, but not before `earliest`. */
function findStart({ attempts }: OrdersData, { payments }: PaymentsData, earliest: Date): SquareData['from'] {
  let first = Infinity;
  for (const { createdAt } of attempts) first = Math.min(first, createdAt.getTime());
  for (const { createdAt } of payments) first = Math.min(first, createdAt.getTime());
  if (first === Infinity) return earliest;
  return new Date(Math.max(first - BEFORE_FIRST_MS, earliest.getTime()));
}

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

/** Formats the report: violations by kind, then what was read. */
export function formatReport({
  violations,
  counts,
  inFlight,
  factsFailed,
  lostOrders,
  read,
  squareFailure,
  seconds,
}: Report): string[] {
  const kinds = ALL_KINDS.filter((kind) => counts[kind] > 0);
  const wrong = kinds.flatMap((kind) => {
    const named = violations.filter((violation) => violation.kind === kind);
    return [
      `✗ ${KINDS[kind]} (${kind}, ${counts[kind]})`,
      ...named.map(({ message }) => `    ${message}`),
      ...(named.length < counts[kind] ? [`    … and ${counts[kind] - named.length} more`] : []),
      '',
    ];
  });
  const events = `${factsFailed} order ${factsFailed === 1 ? 'event waits' : 'events wait'}`;
  const payments = `${lostOrders} ${lostOrders === 1 ? 'payment' : 'payments'}`;
  const all = sumCounts(counts);
  const looked = Object.entries(read).map(([what, count]) => `${count} ${what}`);
  return [
    ...wrong,
    `Looked at ${looked.join(', ')} in ${seconds.toFixed(1)} s.`,
    ...(inFlight > 0 ? [`${inFlight} more may still be under way: look again in two minutes.`] : []),
    ...(factsFailed > 0 ? [`! ${events} for the operator: npm run ops -- events`] : []),
    ...(lostOrders > 0 ? [`! ${payments} of orders that the shop does not know: npm run ops -- differences`] : []),
    ...(squareFailure ? [`! ${squareFailure}; invariants that need Square's ledger were skipped.`] : []),
    all > 0
      ? `✗ ${all} ${all === 1 ? 'violation' : 'violations'} of ${kinds.length} of ${ALL_KINDS.length} kinds.`
      : squareFailure
        ? '! No violation among what could be judged.'
        : `✓ No violation of ${ALL_KINDS.length} kinds.`,
  ];
}
