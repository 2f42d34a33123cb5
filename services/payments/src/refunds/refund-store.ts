import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { DataSource, type Repository } from 'typeorm';
import { PaymentStore } from '../payments/payment-store.js';
import { reconciliationDifferences } from '../metrics.js';
import type { SquareRefund } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { Refund } from './refund.entity.js';

const REREAD = 100;

/** What went back to buyers, as Square tells it. */
@Injectable()
export class RefundStore {
  private readonly refunds: Repository<Refund>;

  constructor(
    @Inject(DataSource) database: DataSource,
    @Inject(PaymentStore) private readonly payments: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.refunds = database.getRepository(Refund);
  }

  /** Keeps the youngest word about a refund; refunds of payments that are not ours are ignored. */
  async record(refund: SquareRefund, attemptId?: string): Promise<void> {
    const paymentId = attemptId ?? (await this.payments.findBySquareId(refund.squarePaymentId))?.id;
    if (!paymentId) return;
    const { id, amountCents, status, updatedAt } = refund;
    await this.refunds.query(
      `INSERT INTO refund (id, payment_id, amount_cents, status, updated_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET amount_cents = excluded.amount_cents, status = excluded.status,
         updated_at = excluded.updated_at WHERE refund.updated_at <= excluded.updated_at`,
      [id, paymentId, amountCents, status, updatedAt],
    );
    if (status !== 'FAILED' && status !== 'REJECTED') return;
    reconciliationDifferences.inc({ kind: 'refund-failed' });
    this.logger.error({ attemptId: paymentId, refundId: id, status }, 'Square could not give the money back');
  }

  /** Asks Square for a refund as it is now. Throws SquareFailure where it does not answer. */
  async reread(refundId: string): Promise<void> {
    await this.record(await this.square.getRefund(refundId));
  }

  /** Learns the end of refunds whose webhook never came. */
  async rereadPending(): Promise<void> {
    const pending = await this.refunds.find({
      where: { status: 'PENDING' },
      order: { updatedAt: 'ASC' },
      take: REREAD,
    });
    for (const { id, paymentId } of pending) await this.record(await this.square.getRefund(id), paymentId);
  }
}
