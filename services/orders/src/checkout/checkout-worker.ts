import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, Counter, InFlight, LOGGER, type Logger } from '@geodes/kit';
import { AttemptStore, LEASE_MS, LeaseLost } from './attempt-store.js';
import { Checkout, CheckoutIncomplete } from './checkout.js';
import type { CheckoutAttempt, Sender } from './checkout-attempt.entity.js';

const RETRY_DELAY_MS = 3_000;

const checkouts = new Counter({
  name: 'shop_checkouts_total',
  help: 'Checkouts that ended, by outcome',
  labelNames: ['outcome'] as const,
});
// Prometheus sees no increase in a series that starts at one, so both series start at zero.
for (const outcome of ['paid', 'refused'] as const) checkouts.inc({ outcome }, 0);

/**
 * Runs leased attempts in this process and renews their leases. It releases the lease of an attempt that cannot end
 * now. A stopping process waits for its runs, because they count as in flight.
 */
@Injectable()
export class CheckoutWorker {
  private readonly runs = new Map<string, Promise<CheckoutAttempt | undefined>>();

  constructor(
    private readonly checkout: Checkout,
    private readonly attempts: AttemptStore,
    private readonly inFlight: InFlight,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns this process's run of an order, if any. It never rejects, and resolves to the attempt if that ended. */
  currentRun(orderId: string): Promise<CheckoutAttempt | undefined> | undefined {
    return this.runs.get(orderId);
  }

  /** Starts an attempt that the caller has leased. The run never rejects, and resolves to the attempt if that ended. */
  start(attempt: CheckoutAttempt, sender: Sender | null): Promise<CheckoutAttempt | undefined> {
    const run = this.inFlight.track(() => this.work(attempt, sender)).finally(() => this.runs.delete(attempt.orderId));
    this.runs.set(attempt.orderId, run);
    return run;
  }

  private async work(attempt: CheckoutAttempt, sender: Sender | null): Promise<CheckoutAttempt | undefined> {
    const { orderId } = attempt;
    const over = new AbortController();
    void this.keepLease(attempt, over.signal);
    try {
      const ended = await this.checkout.resume(attempt, sender);
      checkouts.inc({ outcome: ended.state });
      this.logger.info({ orderId, state: ended.state }, 'checkout ended');
      return ended;
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.logger.info({ orderId }, 'another worker has this checkout');
        return undefined;
      }
      if (error instanceof CheckoutIncomplete)
        this.logger.warn({ orderId, reason: error.message }, 'checkout to be continued');
      else this.logger.error({ orderId, err: error }, 'checkout interrupted');
      await this.attempts.releaseLease(attempt, RETRY_DELAY_MS).catch(() => undefined);
      return undefined;
    } finally {
      over.abort();
    }
  }

  /** Renews the lease until the work ends. A failed renewal is ignored: the next one may still be in time. */
  private async keepLease(attempt: CheckoutAttempt, over: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(LEASE_MS / 4, over);
      if (over.aborted) return;
      await this.attempts.renewLease(attempt).catch(() => undefined);
    }
  }
}
