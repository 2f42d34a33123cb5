import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger, PeriodicTask, requestContext, traced } from '@geodes/kit';
import { AttemptStore } from './attempt-store.js';
import type { CheckoutAttempt } from './checkout-attempt.entity.js';
import { CheckoutWorker } from './checkout-worker.js';

const INTERVAL_MS = 2_000;
const MAX_CONCURRENT_RECOVERIES = 10;

/**
 * Finishes abandoned checkouts: attempts whose worker died or hung, so that their lease ran out. Before the pivot it
 * voids and releases, after the pivot it captures. Every instance looks at start and every two seconds; the database
 * leases each abandoned attempt to one of them.
 */
@Injectable()
export class CheckoutRecovery extends PeriodicTask {
  private recoveries = 0;

  constructor(
    private readonly attempts: AttemptStore,
    private readonly worker: CheckoutWorker,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'search for abandoned checkouts failed' });
  }

  protected async round(): Promise<undefined> {
    const free = MAX_CONCURRENT_RECOVERIES - this.recoveries;
    if (free <= 0) return;
    for (const attempt of await this.attempts.acquireAbandoned(free)) void this.recover(attempt);
  }

  private async recover(attempt: CheckoutAttempt): Promise<void> {
    this.recoveries += 1;
    const requestId = `recover-${attempt.orderId}`;
    const span = { kind: 'internal', isRoot: true, attributes: { 'shop.request_id': requestId } } as const;
    await requestContext.run({ requestId }, () =>
      traced('recover checkout', span, () => this.worker.start(attempt, null)),
    );
    this.recoveries -= 1;
  }
}
