import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RefundedPayment, RefundMark } from '@geodes/contracts';
import { Bus, PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { SalesService } from './sales.service.js';

const INTERVAL_MS = 30_000;
const PAGE = 500;
/** 100,000 refunds; the rest is left to the next round. */
const MAX_PAGES = 200;
/** What is being written down while it is asked for is asked for again. */
const OVERLAP_MS = 60_000;
/** Then all are read anew: whatever was missed, or came before its order was paid, is found. */
const ANEW_AFTER_MS = 60 * 60_000;

/** Learns from payments what went back of each order, so that it does not count as sold. */
@Injectable()
export class RefundSyncTask extends PeriodicTask {
  private mark: RefundMark | undefined;
  private began = -Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly sales: SalesService,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'refunds not read' });
  }

  /** Reads on to the end. Throws where payments or the database stays away; the next call goes on from there. */
  async read(): Promise<void> {
    if (this.clock.now() - this.began >= ANEW_AFTER_MS) {
      this.mark = undefined;
      this.began = this.clock.now();
    }
    let after = this.mark && { at: new Date(Date.parse(this.mark.at) - OVERLAP_MS).toISOString(), id: ' ' };
    for (let page = 1; page <= MAX_PAGES && !this.isStopping; page += 1) {
      const { payments, last } = await this.bus.call('payments.refunded-since', {
        limit: PAGE,
        ...(after && { after }),
      });
      if (payments.length > 0) await this.note(payments);
      if (!last) return;
      after = last;
      if (!this.mark || Date.parse(last.at) >= Date.parse(this.mark.at)) this.mark = last;
      if (payments.length < PAGE) return;
    }
  }

  /** Only of the payment that the order was paid with: another one that went back of it was never the shop's. */
  private async note(payments: RefundedPayment[]): Promise<void> {
    const [, noted]: [unknown, number] = await this.database.query(
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
    if (noted > 0) this.sales.forget();
  }

  protected async round(): Promise<undefined> {
    await this.read();
  }
}
