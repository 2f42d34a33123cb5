import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { LiveService } from '../live/live.service.js';
import { HoldExpiry } from './hold-expiry.js';
import { OwnerHolds } from './owner-holds.js';

/** The longest pause between rounds: another process may have created a hold that ends sooner than those seen here. */
const INTERVAL_MS = 1_000;
const MIN_PAUSE_MS = 20;
const EXPIRY_BATCH_SIZE = 50;
/** About once a minute. */
const CLEANUP_EVERY_ROUNDS = 60;
const COUNT_EVERY_ROUNDS = 5;

/**
 * Ends overdue holds, and deletes old times off sale and old live events. Processes do not conflict: each hold is ended under its
 * browser's lock.
 */
@Injectable()
export class HoldExpiryTask extends PeriodicTask {
  private rounds = 0;

  constructor(
    private readonly expiry: HoldExpiry,
    private readonly live: LiveService,
    private readonly ownerHolds: OwnerHolds,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'holds not ended' });
  }

  protected async round(): Promise<number> {
    const round = this.rounds;
    this.rounds += 1;
    if (round % CLEANUP_EVERY_ROUNDS === 0) {
      await this.expiry.deleteOldTimes();
      await this.live.deleteOldEvents();
    }
    if (round % COUNT_EVERY_ROUNDS === 0) await this.ownerHolds.count();
    const nextMs = await this.expiry.endOverdue(EXPIRY_BATCH_SIZE);
    return Math.max(MIN_PAUSE_MS, Math.min(nextMs, INTERVAL_MS));
  }
}
