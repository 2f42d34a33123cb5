import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { LiveService } from '../live/live.service.js';
import { HoldsService } from './holds.service.js';
import { OwnerHolds } from './owner-holds.js';

/** Another process may have taken a hold: seen this often, its end is known before it comes. */
const INTERVAL_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;
const AT_ONCE = 50;
/** About once a minute. */
const FORGET_EVERY_ROUNDS = 60;
const COUNT_EVERY_ROUNDS = 5;

/** Ends holds whose time is up. Several instances do not get in each other's way: a hold is ended under its lock. */
@Injectable()
export class HoldExpiry extends PeriodicTask {
  private rounds = 0;

  constructor(
    private readonly holds: HoldsService,
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
    if (round % FORGET_EVERY_ROUNDS === 0) {
      await this.holds.forgetAddresses();
      await this.live.forgetOld();
    }
    if (round % COUNT_EVERY_ROUNDS === 0) await this.ownerHolds.count();
    const nextMs = await this.holds.endOverdue(AT_ONCE);
    return Math.max(SHORTEST_PAUSE_MS, Math.min(nextMs, INTERVAL_MS));
  }
}
