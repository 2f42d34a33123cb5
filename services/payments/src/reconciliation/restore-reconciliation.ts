import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { Reconcile } from './reconcile.js';

/** Runs the reconciliation that a restored shop waits for, in the background: it may take longer than a request. */
@Injectable()
export class RestoreReconciliation implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private doneSince: string | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly reconcile: Reconcile,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** True if everything since this time is reconciled and the geodes of lost orders are withdrawn. Starts a run if not. */
  isDone(since: string): boolean {
    if (this.doneSince === since) return true;
    this.running ??= this.run(since).finally(() => (this.running = undefined));
    return false;
  }

  private async run(since: string): Promise<void> {
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
