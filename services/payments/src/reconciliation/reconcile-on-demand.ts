import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Reconciliation } from '@geodes/contracts';
import { AppError, CLOCK, type Clock, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { SquareFailure } from '../square/square-failure.js';
import { Reconcile } from './reconcile.js';

/** Callers time out after thirty seconds. */
const TIMEOUT_MS = 25_000;
const RETRY_DELAY_MS = 250;

/** Reconciles for the owner or operator, at once, and for a restored shop, in the background. */
@Injectable()
export class ReconcileOnDemand implements OnModuleDestroy {
  private readonly flights = new SingleFlight<Reconciliation>();
  private readonly stopping = new AbortController();
  private doneSince: string | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly reconcile: Reconcile,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Reconciles the last `minutes`. Waits for a demand run of another instance to end, instead of running beside it. Throws
   * UNAVAILABLE if Square does not respond or the run takes longer than 25 s. Repairs made until then are kept, and the
   * hourly run does the rest.
   */
  lastMinutes(minutes: number): Promise<Reconciliation> {
    return this.flights.run(String(minutes), () => this.withinTimeout(minutes));
  }

  /**
   * True if everything since this time is reconciled and the geodes of lost orders are withdrawn. Starts a run if not: it
   * may take longer than a request.
   */
  isDoneSince(since: string): boolean {
    if (this.doneSince === since) return true;
    this.running ??= this.reconcileSince(since).finally(() => (this.running = undefined));
    return false;
  }

  private async withinTimeout(minutes: number): Promise<Reconciliation> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      while (!timeout.aborted) {
        const result = await this.reconcile.lastMinutes(minutes, timeout);
        if (result) return result;
        await this.clock.sleep(RETRY_DELAY_MS, timeout);
      }
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      throw new AppError('UNAVAILABLE', 'Square does not answer at the moment. The shop checks again by itself.');
    }
    throw new AppError('UNAVAILABLE', 'The check was not finished in time. It goes on by itself every hour.');
  }

  private async reconcileSince(since: string): Promise<void> {
    try {
      const found = await this.reconcile.since(new Date(since), this.stopping.signal);
      if (!found) return;
      this.doneSince = since;
      this.logger.warn({ since, ...found }, 'reconciled since the backup');
    } catch (error) {
      this.logger.warn({ since, reason: String(error) }, 'reconciliation since the backup not complete');
    }
  }
}
