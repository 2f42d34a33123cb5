import { readCatalog, readOrders, readPayments } from '@geodes/audit/dist/data/shop-data.js';
import type { AuditData as AuditBooks, SquareData } from '@geodes/audit/dist/data/audit-data.js';
import type { Snapshot } from '@geodes/audit/dist/data/snapshot.js';
import type { RecordedResponse } from '../actors/responses.js';
import type { Database } from '../database/database.js';
import type { LedgerPayment } from '../fakes/ledger.js';
import type { TestBed } from '../shop/slots.js';

/** The final data of a run: of the three services, of Square and of the buyers. */
export interface RunData {
  /** The input of the audit. */
  shop: AuditBooks;
  ledger: readonly LedgerPayment[];
  responses: readonly RecordedResponse[];
  open: OpenWork;
  openHolds: string[];
  /** Ids of orders that are both paid and cancelled. */
  contradictory: string[];
  /** Ids of archived orders, as the two services know them. */
  archived: { orders: string[]; catalog: string[] };
}

/** Reads the data of the three services and Square; `now` is virtual, milliseconds since 1970. */
export const readRunData = async (
  testBed: TestBed,
  now: number,
  ledger: readonly LedgerPayment[],
): Promise<Omit<RunData, 'responses'>> => {
  const { orders, payments, catalog } = testBed.databases;
  const at = new Date(now);
  const [ofOrders, ofCatalog, ofPayments] = await Promise.all([
    readOrders(snapshotOf(orders, at)),
    readCatalog(snapshotOf(catalog, at)),
    readPayments(snapshotOf(payments, at)),
  ]);
  return {
    shop: { at, orders: ofOrders, catalog: ofCatalog, payments: ofPayments, square: squareData(ledger) },
    ledger,
    open: await openWork(testBed),
    openHolds: await openHolds(testBed),
    contradictory: await ids(
      orders,
      "SELECT id FROM shop_order WHERE payment_state = 'captured' AND status = 'cancelled'",
    ),
    archived: {
      orders: await ids(orders, 'SELECT id FROM shop_order WHERE archived_at IS NOT NULL'),
      catalog: await ids(
        catalog,
        "SELECT DISTINCT order_id AS id FROM reservation WHERE state = 'sold' AND archived_at IS NOT NULL",
      ),
    },
  };
};

const snapshotOf = ({ admin }: Database, at: Date): Snapshot => ({
  at,
  rows: async <Row extends object>(table: string, _key: string, columns: Record<string, string>) => {
    const select = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
    return (await admin.query(`SELECT ${select.join(', ')} FROM ${table}`)).rows as Row[];
  },
});

/** Returns the ledger in the form in which the audit reads Square's lists. */
const squareData = (ledger: readonly LedgerPayment[]): SquareData => ({
  from: new Date(0),
  payments: ledger
    .filter(({ status }) => status !== 'FAILED')
    .map(({ id, status, request, attemptId, createdAt, history }) => ({
      id,
      status,
      amountCents: request.amountCents,
      currency: 'USD',
      attemptId,
      createdAt: new Date(createdAt),
      updatedAt: new Date(history.at(-1)?.at ?? createdAt),
    })),
  refunds: ledger.flatMap(({ refund }) => refund ?? []),
});

/** Counts of unfinished work. */
export interface OpenWork {
  attempts: number;
  events: number;
  payments: number;
}

export const openWork = async ({ databases }: TestBed): Promise<OpenWork> => {
  const [orders, payments] = await Promise.all([
    databases.orders.admin.query<Pick<OpenWork, 'attempts' | 'events'>>({ name: 'open orders', text: OPEN_ORDERS }),
    databases.payments.admin.query<Pick<OpenWork, 'payments'>>({ name: 'open payments', text: OPEN_PAYMENTS }),
  ]);
  return { attempts: 0, events: 0, payments: 0, ...orders.rows[0], ...payments.rows[0] };
};

/** Returns the ids of active holds, in a reproducible order: the seed decides the ids. */
export const openHolds = ({ databases }: TestBed): Promise<string[]> =>
  ids(databases.catalog, 'SELECT id FROM hold WHERE ended_at IS NULL ORDER BY id');

const ids = async ({ admin }: Database, text: string): Promise<string[]> =>
  (await admin.query<{ id: string }>(text)).rows.map(({ id }) => id);

const OPEN_ORDERS = `SELECT
  (SELECT count(*)::int FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS attempts,
  (SELECT count(*)::int FROM outbox WHERE done_at IS NULL) AS events`;

const OPEN_PAYMENTS = `SELECT
  (SELECT count(*)::int FROM payment WHERE state IN ('authorising', 'authorised', 'capturing', 'voiding')) AS payments`;
