import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, Gauge, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { AttemptStore } from './attempt-store.js';

const INTERVAL_MS = 5_000;

const age = new Gauge({
  name: 'shop_checkouts_age_seconds',
  help: 'Age of the oldest open checkout; 0 if none is open',
});

/** Measures the age of the oldest open checkout, whether or not a process is recovering it. */
@Injectable()
export class CheckoutAgeTask extends PeriodicTask {
  constructor(
    private readonly attempts: AttemptStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'age of checkouts not measured' });
  }

  protected async round(): Promise<undefined> {
    age.set(await this.attempts.measureAge());
  }
}
