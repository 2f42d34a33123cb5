import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
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

  /** Safe to run on several instances at once. `now` in ms since 1970. Returns how many objects it deleted. */
  async sweep(now = Date.now()): Promise<number> {
    const objects = await this.store.list('incoming/', MAX_PER_RUN);
    const old = objects.filter(({ storedAt }) => now - storedAt.getTime() > DAY_MS);
    for (const { key } of old) await this.store.delete(key);
    // an outcome is kept longer than its object, so that a repeated command gets it
    await this.database.manager.delete(Upload, { createdAt: LessThan(new Date(now - 2 * DAY_MS)) });
    return old.length;
  }
}
