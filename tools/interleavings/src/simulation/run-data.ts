import {
  type AuditData,
  readCatalog,
  readOrders,
  readPayments,
  type SquareData,
} from '@geodes/audit/dist/data/audit-data.js';
import { type Columns, type RowOf, selectList } from '@geodes/audit/dist/data/columns.js';
import type { Snapshot } from '@geodes/audit/dist/data/snapshot.js';
import type { RecordedResponse } from '../actors/web.js';
import type { Database } from '../database/database.js';
import { OPEN_REFUND } from '@geodes/orders/dist/refunds/order-refund.entity.js';
import type { RecordedRefund } from '../actors/owner.js';
import type { Ledger, LedgerPayment } from '../fakes/ledger.js';
import { type LedgerRefund, viewRefund } from '../fakes/refund-ledger.js';
import type { TestBed } from '../shop/slots.js';

/** The final data of a run: of the three services, of Square and of the buyers. */
export interface RunData {
  /** The input of the audit. */
  shop: AuditData;
  ledger: readonly LedgerPayment[];
  refundLedger: readonly LedgerRefund[];
  responses: readonly RecordedResponse[];
  /** The owner's commands to refund, with the responses. */
  refundResponses: readonly RecordedRefund[];
  refunds: RefundRow[];
  open: OpenWork;
  openHolds: string[];
  refundedOrders: RefundedOrder[];
  /** Ids of archived orders, as the two services know them. */
  archived: { orders: string[]; catalog: string[] };
}

/** A refund as the orders service has it. */
export interface RefundRow {
  id: string;
  orderId: string;
  squareRefundId: string | null;
  amountCents: number;
  state: string;
  message: string | null;
  restock: string[];
  isReturned: boolean;
  letters: number;
}

/** A paid order with what the orders service knows of its refunds. */
export interface RefundedOrder {
  id: string;
  status: string;
  totalCents: number;
  refundedCents: number;
  squarePaymentId: string;
  /** The owner set it to shipped, delivered or completed at any time. */
  wasShipped: boolean;
}

/** Reads the data of the three services and Square; `now` is virtual, milliseconds since 1970. */
export const readRunData = async (
  testBed: TestBed,
  now: number,
  { payments: ledger, refunds: { all: refundLedger } }: Ledger,
): Promise<Omit<RunData, 'responses' | 'refundResponses'>> => {
  const { orders, payments, catalog } = testBed.databases;
  const at = new Date(now);
  const [ofOrders, ofCatalog, ofPayments] = await Promise.all([
    readOrders(snapshotOf(orders, at)),
    readCatalog(snapshotOf(catalog, at)),
    readPayments(snapshotOf(payments, at)),
  ]);
  return {
    shop: { at, orders: ofOrders, catalog: ofCatalog, payments: ofPayments, square: squareData(ledger, refundLedger) },
    ledger,
    refundLedger,
    refunds: (await orders.admin.query<RefundRow>(REFUNDS)).rows,
    refundedOrders: (await orders.admin.query<RefundedOrder>(REFUNDED_ORDERS)).rows,
    open: await openWork(testBed),
    openHolds: await openHolds(testBed),
    archived: {
      orders: await ids(orders, 'SELECT id FROM shop_order WHERE archived_at IS NOT NULL'),
      catalog: await ids(
        catalog,
        "SELECT DISTINCT order_id AS id FROM reservation WHERE state IN ('sold', 'returned') AND archived_at IS NOT NULL",
      ),
    },
  };
};

const snapshotOf = ({ admin }: Database, at: Date): Snapshot => ({
  at,
  rows: async <Table extends Columns>(table: string, _key: string, columns: Table) =>
    (await admin.query(`SELECT ${selectList(columns)} FROM ${table}`)).rows as RowOf<Table>[],
});

/** Returns the ledger in the form in which the audit reads Square's lists. */
const squareData = (ledger: readonly LedgerPayment[], refunds: readonly LedgerRefund[]): SquareData => ({
  from: new Date(0),
  payments: ledger
    .filter(({ status }) => status !== 'FAILED')
    .map(({ id, status, request, attemptId, createdAt, history }) => ({
      id,
      status,
      amountCents: request.amountCents,
      currency: 'USD',
      attemptId,
      updatedAt: new Date(history.at(-1)?.at ?? createdAt),
    })),
  refunds: refunds.map(viewRefund),
});

/** Counts of unfinished work. */
export interface OpenWork {
  attempts: number;
  events: number;
  payments: number;
  /** The owner's refunds without an outcome, and those whose units are not on sale again. */
  refunds: number;
}

export const openWork = async ({ databases }: TestBed): Promise<OpenWork> => {
  const [orders, payments] = await Promise.all([
    databases.orders.admin.query<Omit<OpenWork, 'payments'>>({ name: 'open orders', text: OPEN_ORDERS }),
    databases.payments.admin.query<Pick<OpenWork, 'payments'>>({ name: 'open payments', text: OPEN_PAYMENTS }),
  ]);
  return { attempts: 0, events: 0, payments: 0, refunds: 0, ...orders.rows[0], ...payments.rows[0] };
};

/** Returns the ids of active holds, in a reproducible order: the seed decides the ids. */
export const openHolds = ({ databases }: TestBed): Promise<string[]> =>
  ids(databases.catalog, 'SELECT id FROM hold WHERE ended_at IS NULL ORDER BY id');

const ids = async ({ admin }: Database, text: string): Promise<string[]> =>
  (await admin.query<{ id: string }>(text)).rows.map(({ id }) => id);

const OPEN_ORDERS = `SELECT
  (SELECT count(*)::int FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS attempts,
  (SELECT count(*)::int FROM outbox WHERE done_at IS NULL) AS events,
  (SELECT count(*)::int FROM order_refund WHERE ${OPEN_REFUND}) AS refunds`;

const OPEN_PAYMENTS = `SELECT
  (SELECT count(*)::int FROM payment WHERE state IN ('authorising', 'authorised', 'capturing', 'voiding')) AS payments`;

const REFUNDS = `SELECT id, order_id AS "orderId", square_refund_id AS "squareRefundId", amount_cents AS "amountCents",
  state, message, restock, returned_at IS NOT NULL AS "isReturned",
  (SELECT count(*)::int FROM letter WHERE kind = 'refund' AND subject_id = refund.id::text) AS letters
  FROM order_refund AS refund ORDER BY id`;

const REFUNDED_ORDERS = `SELECT id, status, total_cents AS "totalCents", refunded_cents AS "refundedCents",
  square_payment_id AS "squarePaymentId",
  EXISTS (SELECT FROM change, jsonb_array_elements(fields) AS changed WHERE entity_id = shop_order.id
    AND changed->>'after' IN ('shipped', 'delivered', 'completed')) AS "wasShipped"
  FROM shop_order WHERE payment_state = 'captured' ORDER BY id`;
