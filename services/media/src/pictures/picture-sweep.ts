import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAX_NAMES } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { ObjectStore } from './object-store.js';
import { DiscardedObject } from './discarded-object.entity.js';
import { Picture } from './picture.entity.js';
import { pictureName } from './variant-choice.js';

/** How long a picture stays that nothing shows. */
const DAY_MS = 24 * 60 * 60_000;
/** Looked at in a run, those first that were not looked at for longest. */
const MAX_CONCURRENT = 1_000;
/** Objects deleted in a run: a picture has about ten. */
const MAX_DELETED = 2_000;
const ASK_TIMEOUT_MS = 10_000;

type Candidate = Pick<Picture, 'id' | 'objectPath'>;

/**
 * Removes pictures that nothing has shown for a day: uploads that were never saved, pictures that were taken off. Who
 * shows one is asked twice at least, a day apart, and both the catalogue and the orders must say that they do not.
 */
@Injectable()
export class PictureSweep {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly bus: Bus,
  ) {}

  /**
   * Every instance may do this at once. `now` in ms since 1970. Returns how many pictures it removed. Throws UNAVAILABLE
   * where catalog or orders do not answer; nothing that was not answered for is removed.
   */
  async sweep(now = Date.now()): Promise<number> {
    await this.deleteDiscarded();
    const candidates = await this.candidates();
    let removed = 0;
    for (let from = 0; from < candidates.length; from += MAX_NAMES) {
      removed += await this.look(candidates.slice(from, from + MAX_NAMES), new Date(now));
    }
    if (removed > 0) await this.deleteDiscarded();
    return removed;
  }

  private candidates(): Promise<Candidate[]> {
    return this.database.query<Candidate[]>(
      `SELECT id, object_path AS "objectPath" FROM picture ORDER BY looked_at NULLS FIRST, id LIMIT ${MAX_CONCURRENT}`,
    );
  }

  private async look(candidates: Candidate[], now: Date): Promise<number> {
    const used = await this.used(candidates.map(({ objectPath }) => pictureName(objectPath)));
    const ids = (wanted: boolean) =>
      candidates.filter(({ objectPath }) => used.has(pictureName(objectPath)) === wanted).map(({ id }) => id);
    await this.database.query('UPDATE picture SET looked_at = $2, unused_since = NULL WHERE id = ANY ($1)', [
      ids(true),
      now,
    ]);
    const unused = ids(false);
    await this.database.query(
      'UPDATE picture SET looked_at = $2, unused_since = coalesce(unused_since, $2) WHERE id = ANY ($1)',
      [unused, now],
    );
    return this.discard(unused, new Date(now.getTime() - DAY_MS));
  }

  private async used(names: string[]): Promise<Set<string>> {
    const options = { timeoutMs: ASK_TIMEOUT_MS };
    const replies = await Promise.all([
      this.bus.call('catalog.used-pictures', { names }, options),
      this.bus.call('orders.used-pictures', { names }, options),
    ]);
    return new Set(replies.flatMap(({ used }) => used));
  }

  /** The rows go first, in one statement that notes which objects are left to delete; one sent anew meanwhile stays. */
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

  /** What an earlier run was stopped before it got to is deleted by the next. */
  private async deleteDiscarded(): Promise<void> {
    const objects = await this.database.manager.find(DiscardedObject, { take: MAX_DELETED });
    for (const { key } of objects) {
      await this.store.delete(key);
      await this.database.manager.delete(DiscardedObject, { key });
    }
  }
}
