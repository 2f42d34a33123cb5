import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RefundedPayment, RefundMark } from '@geodes/contracts';
import { AppError, Bus, inTransaction, PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { SalesService } from '../sales/sales.service.js';
import { settleRefunds } from './refund-records.js';

/** Buyers and the owner see a refund made in Square within this time after its webhook. */
const INTERVAL_MS = 5_000;
/** A page of this many payments fits into a message, also with 20 refunds each. */
const PAGE = 200;
/** 100,000 refunds per round; the next round reads the rest. */
const MAX_PAGES = 500;
/** Refunds that were being committed during a read are read again. */
const OVERLAP_MS = 60_000;
/** Interval of a full read, which finds refunds that were missed or arrived before their order was paid. */
const FULL_READ_INTERVAL_MS = 60 * 60_000;

/** Copies refunds from payments to the orders: sales do not count them, and those made in Square have consequences too. */
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
  async round(): Promise<undefined> {
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

  /** Copies only refunds of the payment that paid the order; a refunded second payment never was a sale. */
  private async record(payments: RefundedPayment[]): Promise<void> {
    const matched: { id: string; payment: string }[] = await this.database.query(
      `SELECT shop_order.id, refund.square_payment_id AS payment
         FROM unnest($1::uuid[], $2::text[]) AS refund (attempt_id, square_payment_id)
         JOIN shop_order ON payment_attempt_id = attempt_id AND shop_order.square_payment_id = refund.square_payment_id`,
      [payments.map(({ attemptId }) => attemptId), payments.map(({ squarePaymentId }) => squarePaymentId)],
    );
    let isChanged = false;
    const byPayment = new Map(payments.map(({ squarePaymentId, refunds }) => [squarePaymentId, refunds]));
    for (const { id: orderId, payment } of matched) {
      const refunds = byPayment.get(payment);
      if (!refunds) continue;
      try {
        const settle = (manager: EntityManager) => settleRefunds(manager, { orderId, refunds });
        isChanged = (await inTransaction(this.database, settle)) || isChanged;
      } catch (error) {
        if (error instanceof AppError) throw error;
        // the others must not wait for it; the hourly read tries it again
        this.logger.error({ orderId, reason: String(error) }, 'refunds not copied');
      }
    }
    // the overlap reads the last refunds again and again
    if (isChanged) this.sales.clearCache();
  }
}
