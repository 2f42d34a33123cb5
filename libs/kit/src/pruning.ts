import type { FactoryProvider, Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from './clock.js';
import { LOGGER, type Logger } from './logger.js';
import { PeriodicTask } from './periodic-task.js';

/** A table whose rows are deleted `days` after `since`. Rows with a null `since` stay. */
export interface Prunable {
  table: string;
  /** The column with the time when the row was finished. */
  since: string;
  /** SQL condition that selects the rows; defaults to all. */
  where?: string;
  /** Defaults to 90. */
  days?: number;
}

const FIRST_AFTER_MS = 5 * 60_000;
const INTERVAL_MS = 60 * 60_000;
/** Small enough that a batch blocks no other transaction for long. */
const BATCH_ROWS = 500;
/** Limits one run; the next run deletes the rest. */
const MAX_BATCHES = 40;

/** Deletes rows that were finished long ago, a limited number per hour. Instances skip each other's locked rows. */
export class Pruning extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    clock: Clock,
    logger: Logger,
    private readonly prunables: readonly Prunable[],
  ) {
    super(clock, logger, { firstAfterMs: FIRST_AFTER_MS, everyMs: INTERVAL_MS, failure: 'old rows not pruned' });
  }

  /** Prunes once; returns the number of deleted rows by table. Throws if the database is down. */
  async run(): Promise<Record<string, number>> {
    const pruned: Record<string, number> = {};
    for (const prunable of this.prunables)
      pruned[prunable.table] = (pruned[prunable.table] ?? 0) + (await this.prune(prunable));
    return pruned;
  }

  protected async round(): Promise<undefined> {
    await this.run();
  }

  private async prune({ table, since, where = 'true', days = 90 }: Prunable): Promise<number> {
    let rows = 0;
    for (let batch = 1; batch <= MAX_BATCHES && !this.isStopping; batch += 1) {
      const [, count]: [unknown, number] = await this.database.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM ${table} WHERE ${since} < now() - $1 * interval '1 day' AND ${where}
           LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [days, BATCH_ROWS],
      );
      rows += count;
      if (count < BATCH_ROWS) break;
    }
    if (rows > 0) this.logger.info({ table, rows, days }, 'old rows pruned');
    return rows;
  }
}

/** Provides the pruning of a service's tables. `source` is TypeORM's class, which this package does not load itself. */
export const pruningOf = (source: Type<DataSource>, prunables: readonly Prunable[]): FactoryProvider<Pruning> => ({
  provide: Pruning,
  useFactory: (database: DataSource, clock: Clock, logger: Logger) => new Pruning(database, clock, logger, prunables),
  inject: [source, CLOCK, LOGGER],
});
