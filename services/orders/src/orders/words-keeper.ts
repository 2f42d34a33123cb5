import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { giveMissingWords } from './missing-words.js';

const EVERY_MS = 60_000;
/** The rest is left to the next round. */
const BATCHES_AT_MOST = 20;

/** While a new version takes over, the old one still writes orders without words: every minute they are given theirs. */
@Injectable()
export class WordsKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.byTheClock();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async byTheClock(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await giveMissingWords(this.database, BATCHES_AT_MOST).catch((error: unknown) => {
        this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'orders without words');
      });
      await this.clock.sleep(EVERY_MS, signal);
    }
  }
}
