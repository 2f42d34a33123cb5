import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  type BuyerDetails,
  type EmailQuery,
  type ErasedBuyer,
  MAX_ROWS_OF_BUYER,
  orderNumber,
  type OrderRefund as SquareRefund,
} from '@geodes/contracts';
import { AppError, Bus, inTransaction, LOGGER, type Logger, withRetry } from '@geodes/kit';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import { isOver } from '../checkout/attempt-states.js';
import { Order, SENT } from '../orders/order.entity.js';
import { eraseLetters } from '../letters/letter-store.js';
import { type BuyerRows, buyerRows } from './buyer-rows.js';

/**
 * Replaces a buyer's name, email, phone and postal address in every table, and removes tracking and the owner's words on
 * refunds; numbers, amounts, dates and Square's ids stay. Payments erases first: if that fails nothing is changed here, and
 * the command may be repeated.
 */
@Injectable()
export class EraseBuyer {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws STATUS_LOCKED while a checkout, order or refund of the buyer is open; UNAVAILABLE if payments is away. */
  async erase({ email }: EmailQuery): Promise<ErasedBuyer> {
    const found = await withRetry(() => buyerRows(this.database.manager, email));
    if (found.orders.length + found.attempts.length === 0) {
      await inTransaction(this.database, (manager) => eraseLetters(manager, email, []));
      return { orderNumbers: [], checkouts: 0 };
    }
    checkCount(found);
    const atSquare = await this.listRefunds(found.orders);
    checkErasable(found, atSquare);
    await this.bus.call('payments.erase-buyer', { orderIds: checkoutIds(found) });
    const erased = await inTransaction(this.database, (manager) => this.replace(manager, email, atSquare));
    this.logger.info({ orders: erased.orderNumbers.length, checkouts: erased.checkouts }, 'buyer erased');
    return erased;
  }

  private async listRefunds(orders: readonly Order[]): Promise<SquareRefund[]> {
    if (orders.length === 0) return [];
    const paid = orders.map(({ id, squarePaymentId }) => ({ orderId: id, squarePaymentId }));
    return this.bus.call('payments.list-refunds', { orders: paid });
  }

  /** Checks again under lock, because an order may have arrived since the first check. */
  private async replace(manager: EntityManager, email: string, atSquare: SquareRefund[]): Promise<ErasedBuyer> {
    const rows = await buyerRows(manager, email, { locked: true });
    checkCount(rows);
    checkErasable(rows, atSquare);
    const details = anonymousBuyer();
    const ids = rows.orders.map(({ id }) => id);
    await manager.update(Order, { id: In(ids) }, { ...details, carrier: null, trackingNumber: null });
    await manager.query('UPDATE order_refund SET reason = NULL WHERE order_id = ANY ($1)', [ids]);
    // the entries themselves stay: they say when the owner changed something
    await manager.query(
      `UPDATE change
          SET fields = jsonb_path_query_array(fields, '$[*] ? (@.field != "carrier" && @.field != "trackingNumber")')
        WHERE entity = 'order' AND entity_id = ANY ($1)`,
      [ids],
    );
    await appendAuditEntries(
      manager,
      ids.map((entityId) => ({ entity: 'order', entityId, action: 'erased', before: null, after: null })),
    );
    await manager.query(
      `UPDATE checkout_attempt
          SET request = request - 'holder' || jsonb_build_object('buyerDetails', $2::jsonb), fingerprint = 'erased',
              updated_at = now()
        WHERE order_id = ANY ($1)`,
      [rows.attempts.map(({ orderId }) => orderId), details],
    );
    for (const table of ['discount_claim', 'first_paid_order'])
      await manager.query(`UPDATE ${table} SET email = $2 WHERE email = $1`, [email, details.email]);
    await eraseLetters(manager, email, ids);
    return {
      orderNumbers: ids.map(orderNumber),
      checkouts: rows.attempts.filter(({ orderId }) => !ids.includes(orderId)).length,
    };
  }
}

/**
 * Returns one pseudonym for all orders of a buyer, so that their first order and their discount still count as one
 * buyer's. It is random, and no mail reaches the `.invalid` domain (RFC 2606).
 */
const anonymousBuyer = () =>
  ({
    email: `erased-${randomBytes(6).toString('hex')}@erased.invalid`,
    firstName: 'Erased',
    lastName: '',
    address: '',
    city: '',
    state: '',
    zipCode: '',
    phone: null,
  }) satisfies Record<keyof BuyerDetails, string | null>;

const checkoutIds = ({ orders, attempts }: BuyerRows): string[] => [
  ...new Set([...orders.map(({ id }) => id), ...attempts.map(({ orderId }) => orderId)]),
];

/** Throws STATUS_LOCKED. */
const checkCount = (rows: BuyerRows): void => {
  if (checkoutIds(rows).length > MAX_ROWS_OF_BUYER)
    throw new AppError('STATUS_LOCKED', `This address has more than ${MAX_ROWS_OF_BUYER} checkouts: that is no buyer.`);
};

/** Throws STATUS_LOCKED. */
const checkErasable = (rows: BuyerRows, atSquare: readonly SquareRefund[]): void => {
  const blocker = erasureBlocker(rows, atSquare);
  if (blocker) throw new AppError('STATUS_LOCKED', `Nothing was erased. ${blocker}`);
};

/** Returns why the shop still needs the buyer's data, as a text for the operator. */
const erasureBlocker = (
  { orders, attempts, refunds }: BuyerRows,
  atSquare: readonly SquareRefund[],
): string | undefined => {
  const order = orders.find((one) => orderBlocker(one));
  if (order) return `Order ${orderNumber(order.id)} ${orderBlocker(order)}`;
  const open = attempts.find(({ state }) => !isOver(state));
  if (open)
    return `Checkout ${orderNumber(open.orderId)} is still under way. It ends by itself: try again in a minute.`;
  // until its outcome is known, Square must get every request of a refund with the same reason
  const refund =
    atSquare.find(({ status }) => status === 'PENDING') ?? refunds.find(({ state }) => state === 'requested');
  if (refund)
    return `A refund of order ${orderNumber(refund.orderId)} is on its way. Try again when Square has completed it.`;
  return undefined;
};

const orderBlocker = ({ paymentState, status, archivedAt }: Order): string | undefined => {
  if (status === 'cancelled' || archivedAt) return undefined;
  if (paymentState !== 'captured') return 'is still being paid. It ends by itself: try again in a minute.';
  if (SENT.includes(status)) return undefined;
  return (
    `is ${status === 'paid' ? 'awaiting shipment' : status}: name and address are needed to send it. ` +
    'Set it to shipped, delivered or completed first.'
  );
};
