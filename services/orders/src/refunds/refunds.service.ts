import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dollars, type PlacedRefund, type RefundOrder } from '@geodes/contracts';
import { AppError, Bus, failpoint, inTransaction, LOGGER, type Logger } from '@geodes/kit';
import { Order } from '../orders/order.entity.js';
import { SalesService } from '../sales/sales.service.js';
import { OrderRefund } from './order-refund.entity.js';
import { recordRefund, settleRefunds } from './refund-records.js';

/** Payments waits up to 5 s for Square and repeats a lost call. */
const REFUND_TIMEOUT_MS = 12_000;

/** Gives money back. A refund is recorded first, and `RefundTask` continues what a dead process began. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly sales: SalesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Refunds an order once for each key. Throws as `recordRefund`; afterwards a failure leaves the refund pending. Counts
   * refunds made in Square a moment ago, if payments responds.
   */
  async refund(command: RefundOrder): Promise<PlacedRefund> {
    await this.copyFromPayments(command.orderId).catch(() => undefined);
    const refund = await inTransaction(this.database, (manager) => recordRefund(manager, command));
    await failpoint('orders.refund.recorded');
    await this.continue(refund).catch((error: unknown) => {
      const code = error instanceof AppError ? error.code : String(error);
      this.logger.warn({ refundId: refund.id, orderId: refund.orderId, code }, 'refund left to the task');
    });
    return placedRefund(await this.database.getRepository(OrderRefund).findOneByOrFail({ id: refund.id }));
  }

  /** Makes the next step of a refund of this shop. Safe to run twice and concurrently. Throws if a service is away. */
  async continue({ id, orderId }: Pick<OrderRefund, 'id' | 'orderId'>): Promise<void> {
    const refunds = this.database.getRepository(OrderRefund);
    const refund = await refunds.findOneByOrFail({ id });
    if (refund.state === 'requested') await this.request(refund);
    else if (refund.state === 'pending') await this.settle(orderId);
    const { state, restock, returnedAt } = await refunds.findOneByOrFail({ id });
    if (state === 'completed' && restock.length > 0 && !returnedAt) await this.returnToSale(id, orderId, restock);
  }

  private async request({ id, orderId, amountCents, reason }: OrderRefund): Promise<void> {
    const order = await this.database.getRepository(Order).findOneByOrFail({ id: orderId });
    const outcome = await this.bus.call(
      'payments.refund-part',
      { refundId: id, attemptId: order.paymentAttemptId, amountCents, reason: reason ?? undefined },
      { timeoutMs: REFUND_TIMEOUT_MS },
    );
    if (outcome.outcome === 'accepted') await this.settle(orderId, { id, squareRefundId: outcome.squareRefundId });
    if (outcome.outcome === 'refused') {
      this.logger.warn({ refundId: id, orderId }, 'refund refused by Square');
      await this.database
        .getRepository(OrderRefund)
        .update({ id, state: 'requested' }, { state: 'failed', message: outcome.message });
      // while this refund was open, refunds made in Square were not copied
      await this.settle(orderId);
    }
  }

  private async settle(orderId: string, own?: { id: string; squareRefundId: string }): Promise<void> {
    await this.copyFromPayments(orderId, own);
    await failpoint('orders.refund.settled');
  }

  /** Copies what payments knows of the order's refunds. */
  private async copyFromPayments(orderId: string, own?: { id: string; squareRefundId: string }): Promise<void> {
    const order = await this.database.getRepository(Order).findOneByOrFail({ id: orderId });
    const refunds = await this.bus.call('payments.list-refunds', {
      orders: [{ orderId, squarePaymentId: order.squarePaymentId }],
    });
    await inTransaction(this.database, (manager) => settleRefunds(manager, { orderId, refunds, own }));
    this.sales.clearCache();
  }

  private async returnToSale(refundId: string, orderId: string, geodeIds: string[]): Promise<void> {
    await this.bus.call('catalog.return-geodes', { orderId, geodeIds });
    await failpoint('orders.refund.returned');
    await this.database.getRepository(OrderRefund).update({ id: refundId }, { returnedAt: () => 'now()' });
  }
}

const placedRefund = ({ id, amountCents, state, message }: OrderRefund): PlacedRefund => ({
  id,
  amount: dollars(amountCents),
  status: state === 'requested' ? 'pending' : state,
  message,
});
