import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { DropOpening } from './opening.js';

/** The longest pause between rounds: the owner may have chosen an instant that is sooner than those seen here. */
const INTERVAL_MS = 1_000;
const MIN_PAUSE_MS = 5;

/** Announces each drop at its instant. Every process does: the rows are locked, so one of them announces a geode. */
@Injectable()
export class OpeningTask extends PeriodicTask {
  constructor(
    private readonly opening: DropOpening,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'drop not announced' });
  }

  protected async round(): Promise<number> {
    const nextMs = await this.opening.openDue();
    return Math.max(MIN_PAUSE_MS, Math.min(nextMs, INTERVAL_MS));
  }
}
