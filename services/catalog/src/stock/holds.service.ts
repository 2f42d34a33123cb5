import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { EndHold, Hold as HoldView, HoldOfBrowser, TakeHold } from '@geodes/contracts';
import { Bus, failpoint, inTransaction } from '@geodes/kit';
import { closeHold, emptyHold, heldBy, holdOf, isReservedByOrder, lockBrowser, returnToSale } from './hold-store.js';
import { holdEvents } from './hold-metrics.js';
import { Hold } from './hold.entity.js';
import { checkHoldQuota } from './hold-quota.js';
import { lockGeodes } from './order-lock.js';
import { outOfStock } from './out-of-stock.js';
import { Reservation } from './reservation.entity.js';
import { StockService } from './stock.service.js';
import { snapshotOf, allocateUnits } from './allocate-units.js';

/** How long a hold lasts, milliseconds. */
export const HOLD_MS = Symbol('HOLD_MS');

/** Stones that browsers keep off sale while their owners type: taken, found again, ended. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly stock: StockService,
    @Inject(HOLD_MS) private readonly holdMs: number,
  ) {}

  /** All or nothing. Stones of the browser's hold before stay in the new one or go back on sale. */
  async take({ browserId, items, addressKey }: TakeHold): Promise<HoldView> {
    const ids = items.map(({ geodeId }) => geodeId.toLowerCase());
    // a hot geode has hundreds of losers a second: one read without a lock answers them
    const gone = await this.stock.findGone(ids, { browserId });
    if (gone.length > 0) throw outOfStock(gone);
    await failpoint('catalog.hold.before');
    const { hold, changed } = await inTransaction(this.database, async (manager) => {
      await lockBrowser(manager, browserId);
      const before = await holdOf(manager, { browserId });
      const renewals = await checkHoldQuota(manager, browserId, addressKey);
      const held = before ? await heldBy(manager, before.id) : [];
      const kept = held.filter(({ geodeId }) => ids.includes(geodeId));
      const wanted = ids.filter((id) => !kept.some(({ geodeId }) => geodeId === id));
      const dropped = held.filter((reservation) => !kept.includes(reservation));
      const locked = await lockGeodes(manager, [...wanted, ...held.map(({ geodeId }) => geodeId)]);
      const free = locked.filter(({ id, unitsAvailable }) => wanted.includes(id) && unitsAvailable > 0);
      if (free.length < wanted.length) {
        const missing = wanted.filter((id) => !free.some((geode) => geode.id === id));
        throw outOfStock(missing.map((id) => ({ id, title: locked.find((geode) => geode.id === id)?.title })));
      }
      if (before) await manager.update(Hold, { id: before.id }, { endedAt: () => 'now()' });
      const id = randomUUID();
      const [{ expires_at: expiresAt }] = (await manager.query(
        `INSERT INTO hold (id, browser_id, address_key, renewals, expires_at)
         VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond') RETURNING expires_at`,
        [id, browserId, addressKey, renewals, this.holdMs],
      )) as [{ expires_at: Date }];
      if (kept.length > 0) await manager.update(Reservation, { id: In(kept.map((row) => row.id)) }, { holdId: id });
      await allocateUnits(manager, free.map(snapshotOf), { state: 'held', holdId: id });
      const back = await returnToSale(manager, dropped);
      await failpoint('catalog.hold.inside');
      return { hold: view(id, expiresAt, ids), changed: [...wanted, ...back] };
    });
    await failpoint('catalog.hold.after');
    holdEvents.inc({ what: 'taken' });
    this.tell(changed);
    return hold;
  }

  /** The browser is back: a hold that was about to end has its time again. */
  async current({ browserId }: HoldOfBrowser): Promise<{ hold: HoldView | null }> {
    return inTransaction(this.database, async (manager) => {
      const hold = await holdOf(manager, { browserId });
      if (!hold || (await this.isOver(manager, hold.id))) return { hold: null };
      if (hold.leavingAt) await manager.update(Hold, { id: hold.id }, { leavingAt: null });
      const rows = await manager.findBy(Reservation, { holdId: hold.id, state: In(['held', 'reserved']) });
      const ids = rows.map(({ geodeId }) => geodeId);
      return { hold: ids.length === 0 ? null : view(hold.id, hold.expiresAt, ids) };
    });
  }

  /** What an order has taken over stays with the order. */
  async end({ browserId, holdId, afterSeconds = 0 }: EndHold): Promise<void> {
    const { changed, isEnded } = await inTransaction(this.database, async (manager) => {
      const hold = await holdOf(manager, { browserId });
      if (hold?.id !== holdId.toLowerCase()) return { changed: [], isEnded: false };
      if (afterSeconds === 0) return { changed: await closeHold(manager, hold.id), isEnded: true };
      const leavingAt = () => `now() + ${Number(afterSeconds)} * interval '1 second'`;
      await manager.update(Hold, { id: hold.id }, { leavingAt });
      return { changed: [], isEnded: false };
    });
    if (isEnded) holdEvents.inc({ what: 'ended' });
    this.tell(changed);
  }

  /**
   * Puts back what overdue holds have, so many of them at most. A hold whose stones are all under payment waits. Answers
   * the milliseconds until the next one is overdue; infinite where there is none.
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
    for (const { id, browserId } of overdue) {
      await failpoint('catalog.expire.before');
      const changed = await inTransaction(this.database, async (manager) => {
        const hold = await holdOf(manager, { browserId });
        if (hold?.id !== id || !(await this.isOver(manager, id))) return [];
        // an order that is declined gives its stones back to the hold
        return (await isReservedByOrder(manager, id)) ? emptyHold(manager, id) : closeHold(manager, id);
      });
      if (changed.length > 0) holdEvents.inc({ what: 'expired' });
      this.tell(changed);
    }
    if (overdue.length === limit) return 0;
    return open.find(({ leftMs }) => leftMs > 0)?.leftMs ?? Number.POSITIVE_INFINITY;
  }

  /** What only counts for an hour is not kept for longer than two: a hold then no longer says where it came from. */
  async forgetAddresses(): Promise<void> {
    await this.database.query(
      `UPDATE hold SET address_key = NULL WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM hold WHERE address_key IS NOT NULL AND ended_at < now() - interval '2 hours'
          LIMIT 500 FOR UPDATE SKIP LOCKED))`,
    );
  }

  private async isOver(manager: EntityManager, holdId: string): Promise<boolean> {
    const [{ over }] = (await manager.query(
      'SELECT least(expires_at, leaving_at) <= now() AS over FROM hold WHERE id = $1',
      [holdId],
    )) as [{ over: boolean }];
    return over;
  }

  private tell(ids: string[]): void {
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
  }
}

const view = (holdId: string, expiresAt: Date, geodeIds: string[]): HoldView => ({
  holdId,
  expiresAt: expiresAt.toISOString(),
  items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })),
});
