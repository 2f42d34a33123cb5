import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, LOGGER, type Logger, requestContext, traced } from '@geodes/kit';
import { AttemptStore } from './attempt-store.js';
import type { CheckoutAttempt } from './checkout-attempt.entity.js';
import { CheckoutRunner } from './checkout-runner.js';

const SWEEP_INTERVAL_MS = 2_000;
const AT_ONCE = 10;

const recovering = new Gauge({
  name: 'shop_checkouts_recovering',
  help: 'Abandoned checkouts being carried to their end now',
});

/**
 * Picks up what a dead or stuck worker left behind: at start and every two seconds, in every instance; the database
 * hands each abandoned attempt to one of them.
 */
@Injectable()
export class CheckoutProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping = false;
  private recovering = 0;

  constructor(
    private readonly attempts: AttemptStore,
    private readonly runner: CheckoutRunner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_INTERVAL_MS);
    void this.sweep();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    if (this.sweeping || this.recovering >= AT_ONCE) return;
    this.sweeping = true;
    try {
      for (const attempt of await this.attempts.takeAbandoned(AT_ONCE - this.recovering)) void this.recover(attempt);
    } catch (error) {
      this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'sweep of checkouts failed');
    } finally {
      this.sweeping = false;
    }
  }

  private async recover(attempt: CheckoutAttempt): Promise<void> {
    recovering.set((this.recovering += 1));
    const requestId = `recover-${attempt.orderId}`;
    const span = { kind: 'internal', isRoot: true, attributes: { 'shop.request_id': requestId } } as const;
    await requestContext.run({ requestId }, () =>
      traced('recover checkout', span, () => this.runner.start(attempt, null)),
    );
    recovering.set((this.recovering -= 1));
  }
}
