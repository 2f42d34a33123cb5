import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { OPEN_REFUND } from './order-refund.entity.js';
import { RefundsService } from './refunds.service.js';

const INTERVAL_MS = 2_000;
const BATCH_SIZE = 10;
/** The pause grows with each try up to this; the shop settles within two minutes after a fault. */
const MAX_PAUSE_SECONDS = 30;
/** Square may keep a refund pending for days. */
const MAX_PENDING_PAUSE_SECONDS = 300;
const FIRST_PAUSE_SECONDS = 2;

/** Continues refunds that have no outcome yet, or whose units are not on sale again. */
@Injectable()
export class RefundTask extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly refunds: RefundsService,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'refunds not continued' });
  }

  protected async round(): Promise<undefined> {
    const [due]: [{ id: string; orderId: string }[], number] = await this.database.query(
      `UPDATE order_refund SET tries = tries + 1,
         next_try_at = now() + least($2 * 2 ^ least(tries, 20), CASE state WHEN 'pending' THEN $4::int ELSE $3::int END) * interval '1 second'
       WHERE id IN (SELECT id FROM order_refund WHERE ${OPEN_REFUND} AND next_try_at <= now()
                     ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, order_id AS "orderId"`,
      [BATCH_SIZE, FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS, MAX_PENDING_PAUSE_SECONDS],
    );
    for (const refund of due) {
      // checkouts need the time until the process must end; the next process continues the refund
      if (this.isStopping) return;
      try {
        await this.refunds.continue(refund);
      } catch (error) {
        this.logger.warn({ refundId: refund.id, reason: String(error) }, 'refund not continued');
      }
    }
  }
}
