import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BuyerInOrders, type EmailQuery, MAX_ROWS_OF_BUYER, orderNumber } from '@geodes/contracts';
import { withRetry } from '@geodes/kit';
import type { CheckoutAttempt } from '../checkout/checkout-attempt.entity.js';
import type { Order } from '../orders/order.entity.js';
import { type LetterOfBuyer, listLetters, listReminders } from '../letters/letter-store.js';
import { loadItems } from '../orders/order-records.js';
import type { OrderRefund } from '../refunds/order-refund.entity.js';
import { buyerRows } from './buyer-rows.js';

/** Exports all data that this service stores about a buyer, under names that the buyer understands. */
@Injectable()
export class ExportBuyer {
  constructor(private readonly database: DataSource) {}

  async read({ email }: EmailQuery): Promise<BuyerInOrders> {
    const { orders, attempts, refunds } = await withRetry(() => buyerRows(this.database.manager, email));
    const claims: { orderId: string }[] = await withRetry(() =>
      this.database.query(`SELECT order_id AS "orderId" FROM discount_claim WHERE email = $1`, [email]),
    );
    const ids = orders.map(({ id }) => id);
    const letters = await withRetry(() => listLetters(this.database.manager, email, ids));
    const reminders = await withRetry(() => listReminders(this.database.manager, email));
    const refundsOf = Map.groupBy(refunds, ({ orderId }) => orderId);
    const withItems = await withRetry(() => loadItems(this.database, orders.slice(0, MAX_ROWS_OF_BUYER)));
    return {
      orders: withItems.map((order) => exportOrder(order, refundsOf.get(order.id) ?? [])),
      checkouts: attempts.slice(0, MAX_ROWS_OF_BUYER).map(exportCheckout),
      discounts: claims.map(({ orderId }) => ({ email, orderNumber: orderNumber(orderId) })),
      letters: [...letters.slice(0, MAX_ROWS_OF_BUYER).map(exportLetter), ...reminders.slice(0, MAX_ROWS_OF_BUYER)],
      isCut: [orders, attempts, letters, reminders].some(({ length }) => length > MAX_ROWS_OF_BUYER),
    };
  }
}

const exportOrder = (
  { items, paymentState, search: _search, itemTitles: _titles, refunds: _notLoaded, ...order }: Order,
  refunds: OrderRefund[],
): Record<string, unknown> => ({
  orderNumber: orderNumber(order.id),
  ...order,
  payment: paymentState,
  items: items.map((item) => pick(item, ['title', 'size', 'location', 'crystalType', 'quantity', 'priceCents'])),
  refunds: refunds.map((refund) => pick(refund, ['amountCents', 'reason', 'state', 'message', 'createdAt'])),
});

const exportLetter = ({ orderId, ...letter }: LetterOfBuyer): Record<string, unknown> => ({
  ...letter,
  orderNumber: orderId && orderNumber(orderId),
});

const exportCheckout = (attempt: CheckoutAttempt): Record<string, unknown> => {
  const { request, lines, refusal } = attempt;
  return {
    ...pick(attempt, ['orderId', 'state', 'key', 'discountCents', 'totalCents', 'createdAt', 'updatedAt']),
    typed: request.buyerDetails,
    wanted: lines?.map(({ title, priceCents }) => ({ title, priceCents })) ?? request.items,
    expectedTotal: request.expectedTotal,
    browser: request.holder ?? null,
    refusal: refusal?.message ?? null,
  };
};

const pick = <T extends object>(row: T, keys: (keyof T)[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, row[key]]));
