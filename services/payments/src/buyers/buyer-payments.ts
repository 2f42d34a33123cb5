import { type DataSource, In } from 'typeorm';
import type { BuyerInPayments } from '@geodes/contracts';
import { AppError, inTransaction, withRetry } from '@geodes/kit';
import { Difference } from '../differences/difference.entity.js';
import { Payment } from '../payments/payment.entity.js';
import { Refund } from '../payments/refund.entity.js';

export const exportBuyerPayments = async (database: DataSource, orderIds: string[]): Promise<BuyerInPayments> => {
  const payments = await withRetry(() =>
    database.getRepository(Payment).find({ where: { orderId: In(orderIds) }, order: { createdAt: 'ASC' } }),
  );
  const ids = payments.map(({ id }) => id);
  const squareIds = payments.flatMap(({ squarePaymentId }) => squarePaymentId ?? []);
  const [refunds, differences] = await withRetry(() =>
    Promise.all([
      database.getRepository(Refund).find({ where: { paymentId: In(ids) }, order: { createdAt: 'ASC' } }),
      database.getRepository(Difference).find({ where: { squarePaymentId: In(squareIds) } }),
    ]),
  );
  return {
    payments: payments.map(({ request, ...payment }) => ({ ...payment, request: withoutToken(request) })),
    refunds: refunds.map((refund) => ({ ...refund })),
    differences: differences.map((difference) => ({ ...difference })),
  };
};

/**
 * Removes email addresses and card tokens. Safe to run twice. Throws STATUS_LOCKED while a payment is being authorised:
 * a retry must send the recorded email address.
 */
export const eraseBuyerPayments = (database: DataSource, orderIds: string[]): Promise<void> =>
  inTransaction(database, async (manager) => {
    const open = await manager.countBy(Payment, { orderId: In(orderIds), state: 'authorising' });
    if (open > 0) throw new AppError('STATUS_LOCKED', 'Nothing was erased. A payment is still under way: try again.');
    await manager.query(
      `UPDATE payment SET request = request - 'buyerEmailAddress' - 'sourceId'
       WHERE order_id = ANY($1) AND request ?| ARRAY['buyerEmailAddress', 'sourceId']`,
      [orderIds],
    );
  });

/** Leaves out the card's token, which only the shop can use. */
const withoutToken = (request: Payment['request']): Record<string, unknown> | null => {
  if (!request) return null;
  const { sourceId: _token, ...rest } = request;
  return { ...rest };
};
