import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { ObjectStore } from './object-store.js';
import { Upload } from './upload.entity.js';

const DAY_MS = 24 * 60 * 60_000;
const MAX_CONCURRENT = 1_000;

/** Removes uploads that nobody asked to take in within a day, and what is remembered of older ones. */
@Injectable()
export class IncomingSweep {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /** Every instance may do this at once. `now` in ms since 1970. Returns how many objects it removed. */
  async sweep(now = Date.now()): Promise<number> {
    const objects = await this.store.list('incoming/', MAX_CONCURRENT);
    const old = objects.filter(({ storedAt }) => now - storedAt.getTime() > DAY_MS);
    for (const { key } of old) await this.store.delete(key);
    // an answer is kept longer than the object it is about
    await this.database.manager.delete(Upload, { createdAt: LessThan(new Date(now - 2 * DAY_MS)) });
    return old.length;
  }
}
