import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { LOGGER, type Logger } from '@geodes/kit';
import { ObjectStore } from '../store/object-store.js';
import { Upload } from './upload.entity.js';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = 60 * 60_000;
const FIRST_AFTER_MS = 60_000;
const MOST_AT_ONCE = 1_000;

/** Removes uploads that nobody asked to take in within a day, and what is remembered of older ones. */
@Injectable()
export class IncomingSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(FIRST_AFTER_MS);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Every instance may do this at once. `now` in ms since 1970. Returns how many objects it removed. */
  async sweep(now = Date.now()): Promise<number> {
    const objects = await this.store.list('incoming/', MOST_AT_ONCE);
    const old = objects.filter(({ storedAt }) => now - storedAt.getTime() > DAY_MS);
    for (const { key } of old) await this.store.delete(key);
    // an answer is kept longer than the object it is about
    await this.database.manager.delete(Upload, { createdAt: LessThan(new Date(now - 2 * DAY_MS)) });
    return old.length;
  }

  private schedule(afterMs: number): void {
    this.timer = setTimeout(() => {
      this.sweep()
        .then((removed) => removed > 0 && this.logger.info({ removed }, 'unused uploads removed'))
        .catch((error: unknown) => this.logger.warn({ reason: String(error) }, 'unused uploads not removed'))
        .finally(() => this.schedule(EVERY_MS));
    }, afterMs).unref();
  }
}
