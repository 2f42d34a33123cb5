import type { DataSources } from '../config.js';
import type { AuditData, OrdersData, PaymentsData, SquareData } from './audit-data.js';
import { readCatalog, readOrders, readPayments } from './shop-data.js';
import { withSnapshot } from './snapshot.js';
import { readSquare } from './square-data.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Clocks differ, so a payment at Square may appear older than the shop's first row. */
const BEFORE_FIRST_MS = 60 * 60 * 1_000;

export interface AuditReading {
  data: AuditData;
  /** Why Square could not be read. */
  squareFailure: string | undefined;
}

/**
 * Reads the three databases, then Square. Each database is read at one instant, but not all at the same one; the settle
 * time covers the difference. Throws when a database cannot be read.
 * @param days how far back to read Square; at most to the shop's first row
 */
export async function readAuditData({ databases, square }: DataSources, days: number): Promise<AuditReading> {
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
