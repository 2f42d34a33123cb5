import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, LOGGER, type Logger, reasonOf, requestContext, traced } from '@geodes/kit';
import { AttemptStore } from './attempt-store.js';
import type { CheckoutAttempt } from './checkout-attempt.entity.js';
import { CheckoutWorker } from './checkout-worker.js';

const INTERVAL_MS = 2_000;
const MAX_CONCURRENT_RECOVERIES = 10;

const recovering = new Gauge({
  name: 'shop_checkouts_recovering',
  help: 'Abandoned checkouts that recovery is finishing now',
});

/**
 * Finishes abandoned checkouts: attempts whose worker died or hung, so that their lease ran out. Before the pivot it
 * voids and releases, after the pivot it captures. Every instance looks at start and every two seconds; the database
 * leases each abandoned attempt to one of them.
 */
@Injectable()
export class CheckoutRecovery implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isAcquiring = false;
  private running = 0;

  constructor(
    private readonly attempts: AttemptStore,
    private readonly worker: CheckoutWorker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.recoverAbandoned(), INTERVAL_MS);
    void this.recoverAbandoned();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async recoverAbandoned(): Promise<void> {
    if (this.isAcquiring || this.running >= MAX_CONCURRENT_RECOVERIES) return;
    this.isAcquiring = true;
    try {
      const abandoned = await this.attempts.acquireAbandoned(MAX_CONCURRENT_RECOVERIES - this.running);
      for (const attempt of abandoned) void this.recover(attempt);
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'search for abandoned checkouts failed');
    } finally {
      this.isAcquiring = false;
    }
  }

  private async recover(attempt: CheckoutAttempt): Promise<void> {
    recovering.set((this.running += 1));
    const requestId = `recover-${attempt.orderId}`;
    const span = { kind: 'internal', isRoot: true, attributes: { 'shop.request_id': requestId } } as const;
    await requestContext.run({ requestId }, () =>
      traced('recover checkout', span, () => this.worker.start(attempt, null)),
    );
    recovering.set((this.running -= 1));
  }
}
