import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, inTransaction } from '@geodes/kit';
import { queueAvailability } from '../live/queue-live-events.js';

const OPENING_BATCH_SIZE = 500;
/** An index has these rows alone. */
const TO_OPEN = 'on_sale_since < available_from';

/** Announces geodes whose instant has come. That they can be bought depends on the clock alone, not on this. */
@Injectable()
export class DropOpening {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Announces the geodes whose instant has come, also while the shop was down. Returns the milliseconds until the next instant;
   * infinity if there is none.
   */
  async openDue(): Promise<number> {
    const [{ due, nextMs }] = (await this.database.query(
      `SELECT count(*) FILTER (WHERE available_from <= now())::int AS due,
              extract(epoch FROM min(available_from) FILTER (WHERE available_from > now()) - now())::float * 1000 AS "nextMs"
         FROM geode WHERE ${TO_OPEN}`,
    )) as [{ due: number; nextMs: number | null }];
    if (due > 0) await this.announce();
    return due > OPENING_BATCH_SIZE ? 0 : (nextMs ?? Number.POSITIVE_INFINITY);
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
