import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { PictureSweep } from './picture-sweep.js';
import { ObjectStore } from './object-store.js';
import { Upload } from './upload.entity.js';

const DAY_MS = 24 * 60 * 60_000;
const MAX_PER_RUN = 1_000;

/** Deletes uploads that were not ingested within a day, and the outcomes of older ones. */
@Injectable()
export class IncomingSweep {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Safe to run on several instances at once. `now` in ms since 1970. Ends early once `isStopping`. Returns how many objects
   * it deleted.
   */
  async sweep(now = Date.now(), isStopping = () => false): Promise<number> {
    const objects = await this.store.list('incoming/', MAX_PER_RUN);
    const old = objects.filter(({ storedAt }) => now - storedAt.getTime() > DAY_MS);
    let removed = 0;
    for (const { key } of old) {
      if (isStopping()) return removed;
      await this.store.delete(key);
      removed += 1;
    }
    // an outcome is kept longer than its object, so that a repeated command gets it
    await this.database.manager.delete(Upload, { createdAt: LessThan(new Date(now - 2 * DAY_MS)) });
    return removed;
  }
}

const INTERVAL_MS = 60 * 60_000;
const FIRST_AFTER_MS = 60_000;

/** Deletes unused uploads and pictures every hour. */
@Injectable()
export class SweepTask extends PeriodicTask {
  constructor(
    private readonly incoming: IncomingSweep,
    private readonly pictures: PictureSweep,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { firstAfterMs: FIRST_AFTER_MS, everyMs: INTERVAL_MS, failure: 'unused files not removed' });
  }

  protected async round(): Promise<undefined> {
    const now = Date.now();
    const isStopping = () => this.isStopping;
    const [uploads, pictures] = await Promise.allSettled([
      this.incoming.sweep(now, isStopping),
      this.pictures.sweep(now, isStopping),
    ]);
    const removed = { uploads: countOf(uploads), pictures: countOf(pictures) };
    if (removed.uploads + removed.pictures > 0) this.logger.info(removed, 'unused files removed');
    for (const result of [uploads, pictures]) if (result.status === 'rejected') throw result.reason;
  }
}

const countOf = (result: PromiseSettledResult<number>): number => (result.status === 'fulfilled' ? result.value : 0);
