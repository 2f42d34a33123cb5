import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { appendLetter } from './letter-store.js';

const INTERVAL_MS = 60_000;
/** Payments may start later than orders. */
const FIRST_AFTER_MS = 10_000;

/** Writes the owner one letter for each open difference between Square's payments and the shop's. */
@Injectable()
export class PaymentReviewTask extends PeriodicTask {
  constructor(
    private readonly bus: Bus,
    private readonly database: DataSource,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, {
      firstAfterMs: FIRST_AFTER_MS,
      everyMs: INTERVAL_MS,
      failure: 'payment differences not read',
    });
  }

  protected async round(): Promise<undefined> {
    const { differences } = await this.bus.call('payments.differences', {});
    for (const { id, state } of differences)
      // Without an order id, because the order may be unknown here.
      if (state === 'open') await appendLetter(this.database.manager, 'payment-review', { id });
  }
}
