import type { Places } from '../config.js';
import type { AuditData, OrdersData, PaymentsData, SquareData } from './audit-data.js';
import { readCatalog, readOrders, readPayments } from './shop-data.js';
import { inSnapshot } from './snapshot.js';
import { readSquare } from './square-data.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Clocks differ, and Square may be a little ahead of the shop's first row. */
const BEFORE_FIRST_MS = 60 * 60 * 1_000;

export interface ReadAuditData {
  books: AuditData;
  /** Why Square is missing, if it is. */
  squareFailure: string | undefined;
}

/**
 * Reads all four books, Square's last. The databases are read at nearly one instant each; what was under way then is
 * told apart by its age. Throws where a database cannot be read.
 * @param days how far back Square is read; never further than the shop's first row
 */
export async function readAuditData({ databases, square }: Places, days: number): Promise<ReadAuditData> {
  const [orders, catalog, payments] = await Promise.all([
    inSnapshot('orders', databases.orders, async (snapshot) => ({ at: snapshot.at, book: await readOrders(snapshot) })),
    inSnapshot('catalog', databases.catalog, readCatalog),
    inSnapshot('payments', databases.payments, readPayments),
  ]);
  const books: AuditData = { at: orders.at, orders: orders.book, catalog, payments, square: undefined };
  const from = beginning(orders.book, payments, new Date(orders.at.getTime() - days * DAY_MS));
  try {
    return { books: { ...books, square: await readSquare(square, from) }, squareFailure: undefined };
  } catch (error) {
    return { books, squareFailure: error instanceof Error ? error.message : String(error) };
  }
}

/** The shop's first row, but not before `earliest`. */
function beginning({ attempts }: OrdersData, { payments }: PaymentsData, earliest: Date): SquareData['from'] {
  let first = Infinity;
  for (const { createdAt } of attempts) first = Math.min(first, createdAt.getTime());
  for (const { createdAt } of payments) first = Math.min(first, createdAt.getTime());
  if (first === Infinity) return earliest;
  return new Date(Math.max(first - BEFORE_FIRST_MS, earliest.getTime()));
}
