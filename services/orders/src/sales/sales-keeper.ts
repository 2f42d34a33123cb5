import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ByTheClock, CLOCK, type Clock, inTransaction, LOGGER, type Logger } from '@geodes/kit';

const EVERY_MS = 10_000;
const BATCH_ROWS = 20_000;
/** The rest is left to the next round. */
const BATCHES_AT_MOST = 20;
const RECOUNT_LIMIT_MS = 10 * 60_000;
/** Arbitrary but fixed; also taken by recount_sales(). */
const SUMS_LOCK = 7_340_119;

const addedTo = (sums: 'sales_day' | 'sales_month', time: string, of: string): string => `
    INSERT INTO ${sums} AS sums (kind, ${time}, value, orders, stones, cents)
    SELECT kind, ${of}, value, sum(orders), sum(stones), sum(cents) FROM moved GROUP BY 1, 2, 3
    ON CONFLICT (kind, ${time}, value) DO UPDATE SET orders = sums.orders + excluded.orders,
      stones = sums.stones + excluded.stones, cents = sums.cents + excluded.cents`;

/** What is moved counts at every moment: taken from one table and added to the others in one statement. */
const MOVE = `
  WITH moved AS (
    DELETE FROM sales_entry WHERE id IN (SELECT id FROM sales_entry ORDER BY id LIMIT ${BATCH_ROWS})
    RETURNING kind, day, value, orders, stones, cents
  ), by_day AS (${addedTo('sales_day', 'day', 'day')}
  ), by_month AS (${addedTo('sales_month', 'month', "date_trunc('month', day::timestamp)::date")}
  )
  SELECT count(*)::int AS moved FROM moved`;

/** Moves entries of sales into the sums of their days and months, so that few are left to be added up by whoever reads. */
@Injectable()
export class SalesKeeper extends ByTheClock {
  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: EVERY_MS, failure: 'sales not summed' });
  }

  /** How many entries were moved: none where another instance is at it. */
  async move(): Promise<number> {
    let all = 0;
    for (let batch = 1; batch <= BATCHES_AT_MOST; batch += 1) {
      const moved = await this.database.transaction(async (manager) => {
        const [turn]: { mine: boolean }[] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [
          SUMS_LOCK,
        ]);
        if (!turn?.mine) return 0;
        const [row]: { moved: number }[] = await manager.query(MOVE);
        return row?.moved ?? 0;
      });
      all += moved;
      if (moved < BATCH_ROWS) break;
    }
    return all;
  }

  /**
   * All sums anew, from the orders, while the shop goes on. Throws UNAVAILABLE after ten minutes: then nothing is changed.
   */
  async recount(): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${RECOUNT_LIMIT_MS}`);
      await manager.query(`SET LOCAL lock_timeout = ${RECOUNT_LIMIT_MS}`);
      await manager.query('SELECT recount_sales()');
    });
    this.logger.info('sales counted anew');
  }

  protected async round(): Promise<undefined> {
    await this.move();
  }
}
