import { Inject, Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, LessThan, PrimaryColumn } from 'typeorm';
import { MAX_NAMES } from '@geodes/contracts';
import { Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { ObjectStore } from './object-store.js';
import { Picture, pictureName, Upload } from './picture.entity.js';

/** An object whose row is deleted and whose bytes are still to be deleted. */
@Entity('discarded_object')
export class DiscardedObject {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'discarded_object_pkey' })
  key!: string;

  @Column('timestamp with time zone', { name: 'discarded_at', precision: 3, default: () => 'now()' })
  discardedAt!: Date;
}

/**
 * An object that is being stored. Its row goes with the insert of its picture; without one, a killed process left the
 * object.
 */
@Entity('unfinished_object')
export class UnfinishedObject {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'unfinished_object_pkey' })
  key!: string;

  @Column('timestamp with time zone', { name: 'started_at', precision: 3, default: () => 'now()' })
  startedAt!: Date;
}

/** An unused picture or upload is deleted after this time. */
const RETENTION_MS = 24 * 60 * 60_000;
/** Pictures checked in a run, the least recently checked first. */
const MAX_CHECKED = 1_000;
/** Objects deleted in a run. A picture has about ten. */
const MAX_DELETED = 2_000;
const QUERY_TIMEOUT_MS = 10_000;

type Candidate = Pick<Picture, 'id' | 'objectPath'>;

/**
 * Deletes pictures that were unused for a day: uploads never saved, pictures removed from a geode. Both catalog and
 * orders must report a picture as unused, in at least two runs a day apart.
 */
@Injectable()
export class PictureSweep {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly bus: Bus,
  ) {}

  /**
   * Safe to run on several instances at once. `now` in ms since 1970. Deletes no more objects once `isStopping`; the next
   * run deletes the rest. Returns how many pictures it deleted. Throws UNAVAILABLE if catalog or orders do not respond;
   * pictures without a response are kept.
   */
  async sweep(now = Date.now(), isStopping = () => false): Promise<number> {
    await this.discardUnfinished();
    await this.deleteDiscarded(isStopping);
    const candidates = await this.candidates();
    let removed = 0;
    for (let from = 0; from < candidates.length; from += MAX_NAMES) {
      removed += await this.sweepBatch(candidates.slice(from, from + MAX_NAMES), new Date(now));
    }
    if (removed > 0) await this.deleteDiscarded(isStopping);
    return removed;
  }

  private candidates(): Promise<Candidate[]> {
    return this.database.query<Candidate[]>(
      `SELECT id, object_path AS "objectPath" FROM picture ORDER BY looked_at NULLS FIRST, id LIMIT ${MAX_CHECKED}`,
    );
  }

  private async sweepBatch(candidates: Candidate[], now: Date): Promise<number> {
    const used = await this.findUsed(candidates.map(({ objectPath }) => pictureName(objectPath)));
    const ids = (isUsed: boolean) =>
      candidates.filter(({ objectPath }) => used.has(pictureName(objectPath)) === isUsed).map(({ id }) => id);
    await this.database.query('UPDATE picture SET looked_at = $2, unused_since = NULL WHERE id = ANY ($1)', [
      ids(true),
      now,
    ]);
    const unused = ids(false);
    await this.database.query(
      'UPDATE picture SET looked_at = $2, unused_since = coalesce(unused_since, $2) WHERE id = ANY ($1)',
      [unused, now],
    );
    return this.discard(unused, new Date(now.getTime() - RETENTION_MS));
  }

  private async findUsed(names: string[]): Promise<Set<string>> {
    const options = { timeoutMs: QUERY_TIMEOUT_MS };
    const replies = await Promise.all([
      this.bus.call('catalog.used-pictures', { names }, options),
      this.bus.call('orders.used-pictures', { names }, options),
    ]);
    return new Set(replies.flatMap(({ used }) => used));
  }

  /** Deletes the rows and records their objects for deletion, in one statement. Keeps a picture that was uploaded again. */
  private async discard(ids: string[], cutoff: Date): Promise<number> {
    const [{ count } = { count: 0 }] = await this.database.query<{ count: number }[]>(
      `WITH gone AS (
         DELETE FROM picture WHERE id = ANY ($1) AND unused_since <= $2 AND uploaded_at <= $2
         RETURNING id, object_key, original_key
       ), noted AS (
         INSERT INTO discarded_object (key)
         SELECT object_key FROM gone
         UNION SELECT original_key FROM gone WHERE original_key IS NOT NULL
         UNION SELECT object_key FROM variant WHERE picture_id IN (SELECT id FROM gone)
         ON CONFLICT DO NOTHING
       )
       SELECT count(*)::int AS count FROM gone`,
      [ids, cutoff],
    );
    return count;
  }

  /** Records for deletion what killed uploads stored a day ago; none takes as long. */
  private async discardUnfinished(): Promise<void> {
    await this.database.query(
      `WITH gone AS (DELETE FROM unfinished_object WHERE started_at < now() - interval '1 day' RETURNING key)
       INSERT INTO discarded_object (key) SELECT key FROM gone ON CONFLICT DO NOTHING`,
    );
  }

  /** Deletes recorded objects, also those that an interrupted run left. */
  private async deleteDiscarded(isStopping: () => boolean): Promise<void> {
    const objects = await this.database.manager.find(DiscardedObject, { take: MAX_DELETED });
    for (const { key } of objects) {
      if (isStopping()) return;
      await this.store.delete(key);
      await this.database.manager.delete(DiscardedObject, { key });
    }
  }
}

/** Uploads checked in a run. */
const MAX_UPLOADS = 1_000;

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
    const objects = await this.store.list('incoming/', MAX_UPLOADS);
    const old = objects.filter(({ storedAt }) => now - storedAt.getTime() > RETENTION_MS);
    let removed = 0;
    for (const { key } of old) {
      if (isStopping()) return removed;
      await this.store.delete(key);
      removed += 1;
    }
    // an outcome is kept longer than its object, so that a repeated command gets it
    await this.database.manager.delete(Upload, { createdAt: LessThan(new Date(now - 2 * RETENTION_MS)) });
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
