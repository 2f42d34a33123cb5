import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type BuyerQuery, type ErasedBuyer, MAX_ROWS_OF_BUYER, type OrderRefund } from '@geodes/contracts';
import { AppError, Bus, inTransaction, LOGGER, type Logger, withRetry } from '@geodes/kit';
import { appendAuditEntry } from '@geodes/kit/audit-log';
import { orderNumber } from '../checkout/checkout.js';
import type { Order } from '../orders/order.entity.js';
import { type BuyerRows, buyerRows } from './buyer-rows.js';
import { anonymousBuyer, type AnonymousDetails } from './anonymous-buyer.js';
import { erasureBlocker } from './erasure-blocker.js';

/**
 * Takes a person out of the books: name, e-mail, phone and address go, numbers, amounts, dates and Square's ids stay.
 * Payments first, which has least; where that fails nothing is changed here, and the whole may be asked again.
 */
@Injectable()
export class EraseBuyer {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws STATUS_LOCKED while an order of hers is not finished, UNAVAILABLE where payments is away. */
  async erase({ email }: BuyerQuery): Promise<ErasedBuyer> {
    const found = await withRetry(() => buyerRows(this.database.manager, email));
    if (found.orders.length + found.attempts.length === 0) return { orderNumbers: [], checkouts: 0 };
    refuseTooMany(found);
    const refunds = await this.refundsOf(found.orders);
    refuseUnfinished(found, refunds);
    await this.bus.call('payments.erase-buyer', { orderIds: checkoutIds(found) });
    const erased = await inTransaction(this.database, (manager) => this.replace(manager, email, refunds));
    this.logger.info({ orders: erased.orderNumbers.length, checkouts: erased.checkouts }, 'buyer erased');
    return erased;
  }

  private async refundsOf(orders: readonly Order[]): Promise<OrderRefund[]> {
    if (orders.length === 0) return [];
    const asked = orders.map(({ id, squarePaymentId }) => ({ orderId: id, squarePaymentId }));
    return this.bus.call('payments.list-refunds', { orders: asked });
  }

  /** Under lock, and judged again: an order may have come meanwhile. */
  private async replace(manager: EntityManager, email: string, refunds: OrderRefund[]): Promise<ErasedBuyer> {
    const rows = await buyerRows(manager, email, { locked: true });
    refuseTooMany(rows);
    refuseUnfinished(rows, refunds);
    const details = anonymousBuyer();
    for (const { id } of rows.orders) await replaceOrder(manager, id, details);
    for (const { orderId, request } of rows.attempts) {
      const { holder: _browser, ...kept } = request;
      await manager.query(
        `UPDATE checkout_attempt SET request = $2, fingerprint = 'erased', updated_at = now() WHERE order_id = $1`,
        [orderId, { ...kept, buyerDetails: details }],
      );
    }
    for (const table of ['discount_claim', 'first_paid_order'])
      await manager.query(`UPDATE ${table} SET email = $2 WHERE email = $1`, [email, details.email]);
    const ordered = new Set(rows.orders.map(({ id }) => id));
    return {
      orderNumbers: rows.orders.map(({ id }) => orderNumber(id)),
      checkouts: rows.attempts.filter(({ orderId }) => !ordered.has(orderId)).length,
    };
  }
}

const replaceOrder = async (manager: EntityManager, id: string, details: AnonymousDetails): Promise<void> => {
  const { email, firstName, lastName, address, city, state, zipCode, phone } = details;
  await manager.query(
    `UPDATE shop_order SET email = $2, first_name = $3, last_name = $4, address = $5, city = $6, state = $7,
       zip_code = $8, phone = $9, updated_at = now() WHERE id = $1`,
    [id, email, firstName, lastName, address, city, state, zipCode, phone],
  );
  await appendAuditEntry(manager, { entity: 'order', entityId: id, action: 'erased', before: null, after: null });
};

const checkoutIds = ({ orders, attempts }: BuyerRows): string[] => [
  ...new Set([...orders.map(({ id }) => id), ...attempts.map(({ orderId }) => orderId)]),
];

const refuseTooMany = (rows: BuyerRows): void => {
  if (checkoutIds(rows).length > MAX_ROWS_OF_BUYER)
    throw new AppError('STATUS_LOCKED', `This address has more than ${MAX_ROWS_OF_BUYER} checkouts: that is no buyer.`);
};

const refuseUnfinished = (rows: BuyerRows, refunds: readonly OrderRefund[]): void => {
  const why = erasureBlocker(rows, refunds);
  if (why) throw new AppError('STATUS_LOCKED', `Nothing was erased. ${why}`);
};
