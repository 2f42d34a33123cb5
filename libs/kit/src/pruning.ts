import type { DataSource } from 'typeorm';
import { PeriodicTask } from './periodic-task.js';
import type { Clock } from './clock.js';
import type { Logger } from './logger.js';

/** Rows that nobody needs any more once `since` is long past; rows where it is null stay. */
export interface Prunable {
  table: string;
  /** Its column of when the row was finished. */
  since: string;
  /** Which rows, a condition in SQL; all unless told. */
  where?: string;
}

/** How long finished rows are kept, days. */
export const KEPT_DAYS = 90;

const FIRST_AFTER_MS = 5 * 60_000;
const INTERVAL_MS = 60 * 60_000;
/** A batch is short enough that nobody waits for it. */
const BATCH_ROWS = 500;
/** The rest is left to the next round. */
const MAX_BATCHES = 40;

/** Deletes what was finished 90 days ago, a bounded number of rows every hour. Several instances do not get in each other's way. */
export class Pruning extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    clock: Clock,
    logger: Logger,
    private readonly prunables: readonly Prunable[],
  ) {
    super(clock, logger, { firstAfterMs: FIRST_AFTER_MS, everyMs: INTERVAL_MS, failure: 'old rows not pruned' });
  }

  /** One round: how many rows went, by table. Throws where the database does not answer. */
  async run(): Promise<Record<string, number>> {
    const pruned: Record<string, number> = {};
    for (const prunable of this.prunables) {
      const rows = await this.prune(prunable);
      pruned[prunable.table] = rows;
      if (rows > 0) this.logger.info({ table: prunable.table, rows, days: KEPT_DAYS }, 'old rows pruned');
    }
    return pruned;
  }

  protected async round(): Promise<undefined> {
    await this.run();
  }

  private async prune({ table, since, where = 'true' }: Prunable): Promise<number> {
    let rows = 0;
    for (let batch = 1; batch <= MAX_BATCHES && !this.isStopping; batch += 1) {
      const [, count]: [unknown, number] = await this.database.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM ${table} WHERE ${since} < now() - $1 * interval '1 day' AND ${where}
           LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [KEPT_DAYS, BATCH_ROWS],
      );
      rows += count;
      if (count < BATCH_ROWS) break;
    }
    return rows;
  }
}
