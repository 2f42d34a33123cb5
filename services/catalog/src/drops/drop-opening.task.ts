import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, CLOCK, type Clock, inTransaction, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { queueAvailability } from '../live/live.service.js';

/** The longest pause between rounds: the owner may have chosen an instant that is sooner than those seen here. */
const INTERVAL_MS = 1_000;
const MIN_PAUSE_MS = 5;
const OPENING_BATCH_SIZE = 500;
/** An index has these rows and drafts alone. A draft goes on sale when it is published. */
const TO_OPEN = 'on_sale_since < available_from AND NOT is_draft';

/**
 * Announces each drop at its instant. That its geodes can be bought depends on the clock alone, not on this. Every process
 * does it: the rows are locked, so one of them announces a geode.
 */
@Injectable()
export class DropOpening extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'drop not announced' });
  }

  /** Announces the geodes whose instant has come, also while the shop was down, then waits for the next instant. */
  protected async round(): Promise<number> {
    const [{ due, nextMs }] = (await this.database.query(
      `SELECT count(*) FILTER (WHERE available_from <= now())::int AS due,
              extract(epoch FROM min(available_from) FILTER (WHERE available_from > now()) - now())::float * 1000 AS "nextMs"
         FROM geode WHERE ${TO_OPEN}`,
    )) as [{ due: number; nextMs: number | null }];
    if (due > 0) await this.announce();
    if (due > OPENING_BATCH_SIZE) return MIN_PAUSE_MS;
    return Math.max(MIN_PAUSE_MS, Math.min(nextMs ?? INTERVAL_MS, INTERVAL_MS));
  }

  private async announce(): Promise<void> {
    const ids = await inTransaction(this.database, async (manager) => {
      const [opened]: [{ id: string }[], number] = await manager.query(
        `UPDATE geode SET on_sale_since = available_from
          WHERE id IN (SELECT id FROM geode WHERE ${TO_OPEN} AND available_from <= now()
                        ORDER BY id LIMIT ${OPENING_BATCH_SIZE} FOR NO KEY UPDATE)
         RETURNING id`,
      );
      const ids = opened.map(({ id }) => id);
      await queueAvailability(manager, ids);
      return ids;
    });
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
  }
}
