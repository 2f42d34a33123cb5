import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, failpoint, inTransaction } from '@geodes/kit';
import { holdEvents } from './hold-metrics.js';
import { closeHold, heldReservations, isOverdue, isReservedByOrder, lockOpenHold, returnToSale } from './hold-store.js';

/** Ends holds whose time is up: their units return to sale. */
@Injectable()
export class HoldExpiry {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Ends at most `limit` overdue holds. Skips a hold if an order has taken over all of its units. Returns the milliseconds
   * until the next hold is overdue; infinity if there is none.
   */
  async endOverdue(limit: number): Promise<number> {
    const open: { id: string; browserId: string; leftMs: number }[] = await this.database.query(
      `SELECT id, browser_id AS "browserId", extract(epoch FROM least(expires_at, leaving_at) - now())::float * 1000 AS "leftMs"
         FROM hold
        WHERE ended_at IS NULL
          AND (EXISTS (SELECT FROM reservation WHERE hold_id = hold.id AND state = 'held')
               OR NOT EXISTS (SELECT FROM reservation WHERE hold_id = hold.id AND state = 'reserved'))
        ORDER BY least(expires_at, leaving_at) LIMIT $1`,
      [limit],
    );
    const overdue = open.filter(({ leftMs }) => leftMs <= 0);
    for (const { id, browserId } of overdue) await this.endIfOverdue(id, browserId);
    if (overdue.length === limit) return 0;
    return open.find(({ leftMs }) => leftMs > 0)?.leftMs ?? Number.POSITIVE_INFINITY;
  }

  private async endIfOverdue(holdId: string, browserId: string): Promise<void> {
    await failpoint('catalog.expire.before');
    const ids = await inTransaction(this.database, async (manager) => {
      const hold = await lockOpenHold(manager, { browserId });
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

  /** Removes the keys of IP addresses from holds that ended two hours ago. The quota needs them for one hour. */
  async deleteAddressKeys(): Promise<void> {
    await this.database.query(
      `UPDATE hold SET address_key = NULL WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM hold WHERE address_key IS NOT NULL AND ended_at < now() - interval '2 hours'
          LIMIT 500 FOR UPDATE SKIP LOCKED))`,
    );
  }
}
