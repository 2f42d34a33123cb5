import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RefundedPayment, RefundMark } from '@geodes/contracts';
import { Bus, PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { SalesService } from './sales.service.js';

const INTERVAL_MS = 30_000;
const PAGE = 500;
/** 100,000 refunds per round; the next round reads the rest. */
const MAX_PAGES = 200;
/** Refunds that were being committed during a read are read again. */
const OVERLAP_MS = 60_000;
/** Interval of a full read, which finds refunds that were missed or arrived before their order was paid. */
const FULL_READ_INTERVAL_MS = 60 * 60_000;

/** Copies refunded amounts from payments to the orders, so that sales do not count them. */
@Injectable()
export class RefundSyncTask extends PeriodicTask {
  private mark: RefundMark | undefined;
  private fullReadAt = -Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly sales: SalesService,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'refunds not read' });
  }

  /**
   * Reads new refunds to the end. Throws if payments or the database stays away; the next call continues from there.
   */
  async read(): Promise<void> {
    if (this.clock.now() - this.fullReadAt >= FULL_READ_INTERVAL_MS) {
      this.mark = undefined;
      this.fullReadAt = this.clock.now();
    }
    let after = this.mark && { at: new Date(Date.parse(this.mark.at) - OVERLAP_MS).toISOString(), id: ' ' };
    for (let page = 1; page <= MAX_PAGES && !this.isStopping; page += 1) {
      const { payments, last } = await this.bus.call('payments.refunded-since', {
        limit: PAGE,
        ...(after && { after }),
      });
      if (payments.length > 0) await this.record(payments);
      if (!last) return;
      after = last;
      if (!this.mark || Date.parse(last.at) >= Date.parse(this.mark.at)) this.mark = last;
      if (payments.length < PAGE) return;
    }
  }

  /** Counts only refunds of the payment that paid the order; a refunded second payment never was a sale. */
  private async record(payments: RefundedPayment[]): Promise<void> {
    const [, changed]: [unknown, number] = await this.database.query(
      `UPDATE shop_order SET refunded_cents = least(refund.cents, total_cents)
       FROM unnest($1::uuid[], $2::text[], $3::integer[]) AS refund (attempt_id, square_payment_id, cents)
       WHERE payment_attempt_id = attempt_id AND shop_order.square_payment_id = refund.square_payment_id
         AND refunded_cents <> least(refund.cents, total_cents)`,
      [
        payments.map(({ attemptId }) => attemptId),
        payments.map(({ squarePaymentId }) => squarePaymentId),
        payments.map(({ refundedCents }) => refundedCents),
      ],
    );
    if (changed > 0) this.sales.clearCache();
  }

  protected async round(): Promise<undefined> {
    await this.read();
  }
}
