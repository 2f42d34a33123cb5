import { Injectable, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, failpoint, inTransaction, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { WINDOW_SECONDS } from '../units/network-quota.js';
import { LiveService } from '../live/live.service.js';
import {
  closeHold,
  heldReservations,
  holdEvents,
  isOverdue,
  isReservedByOrder,
  lockOpenHold,
  returnToSale,
} from './hold-store.js';
import { OwnerHolds } from './owner-holds.js';

/** The longest pause between rounds: another process may have created a hold that ends sooner than those seen here. */
const INTERVAL_MS = 1_000;
const MIN_PAUSE_MS = 20;
const EXPIRY_BATCH_SIZE = 50;
/** About once a minute; more often while holds end, because rounds then follow sooner. */
const CLEANUP_EVERY_ROUNDS = 60;
const COUNT_EVERY_ROUNDS = 5;

/**
 * Ends holds whose time is up: their units return to sale. Also deletes old times off sale and old live events. Processes
 * do not conflict: each hold is ended under its browser's lock.
 */
@Injectable()
export class HoldExpiry extends PeriodicTask {
  private rounds = 0;

  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly live: LiveService,
    private readonly ownerHolds: OwnerHolds,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'holds not ended' });
  }

  protected async round(): Promise<number> {
    const round = this.rounds;
    this.rounds += 1;
    if (round % CLEANUP_EVERY_ROUNDS === 0) {
      await this.deleteOldTimes();
      await this.live.deleteOldEvents();
    }
    if (round % COUNT_EVERY_ROUNDS === 0) await this.ownerHolds.count();
    const nextMs = await this.endOverdue();
    return Math.max(MIN_PAUSE_MS, Math.min(nextMs, INTERVAL_MS));
  }

  /**
   * Ends a batch of overdue holds. Skips a hold if an order has taken over all of its units. Returns the milliseconds
   * until the next hold is overdue; infinity if there is none.
   */
  async endOverdue(): Promise<number> {
    const open: { id: string; browserId: string; leftMs: number }[] = await this.database.query(
      `SELECT id, browser_id AS "browserId", extract(epoch FROM least(expires_at, leaving_at) - now())::float * 1000 AS "leftMs"
         FROM hold
        WHERE ended_at IS NULL
          AND (EXISTS (SELECT FROM reservation WHERE hold_id = hold.id AND state = 'held')
               OR NOT EXISTS (SELECT FROM reservation WHERE hold_id = hold.id AND state = 'reserved'))
        ORDER BY least(expires_at, leaving_at) LIMIT $1`,
      [EXPIRY_BATCH_SIZE],
    );
    const overdue = open.filter(({ leftMs }) => leftMs <= 0);
    for (const { id, browserId } of overdue) await this.endIfOverdue(id, browserId);
    if (overdue.length === EXPIRY_BATCH_SIZE) return 0;
    return open.find(({ leftMs }) => leftMs > 0)?.leftMs ?? Number.POSITIVE_INFINITY;
  }

  private async endIfOverdue(holdId: string, browserId: string): Promise<void> {
    await failpoint('catalog.expire.before');
    const ids = await inTransaction(this.database, async (manager) => {
      const hold = await lockOpenHold(manager, browserId);
      if (hold?.id !== holdId || !(await isOverdue(manager, holdId))) return [];
      // The hold stays open while an order has units of it: a decline gives them back to the hold.
      return (await isReservedByOrder(manager, holdId))
        ? returnToSale(manager, await heldReservations(manager, holdId))
        : closeHold(manager, holdId);
    });
    if (ids.length === 0) return;
    holdEvents.inc({ what: 'expired' });
    this.bus.emit('catalog.changed', { ids });
  }

  /** Deletes times off sale that no limit counts any more. */
  async deleteOldTimes(): Promise<void> {
    await this.database.query(
      `DELETE FROM off_sale_time WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM off_sale_time WHERE began_at < now() - $1 * interval '1 second'
          LIMIT 5000 FOR UPDATE SKIP LOCKED))`,
      [WINDOW_SECONDS],
    );
  }
}
