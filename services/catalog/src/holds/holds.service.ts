import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { EndHold, Hold as HoldView, HoldOfBrowser, TakeHold } from '@geodes/contracts';
import { Bus, failpoint, inTransaction } from '@geodes/kit';
import { OpeningDraw } from '../drops/opening-draw.js';
import { allocateUnits, snapshotOf } from '../units/allocate-units.js';
import { AvailabilityReader, type OpenedGeode } from '../units/availability-reader.js';
import { anyOfIds } from '../any-of-ids.js';
import { lockGeodes } from '../units/locks.js';
import { type Booking, bookTimeOffSale, checkNetworkQuota } from '../units/network-quota.js';
import { missingAmong, refusalOf } from '../units/unavailable.js';
import { Reservation } from '../units/reservation.entity.js';
import { countRenewals, HOLD_MS, HoldShare } from './hold-limits.js';
import { closeHold, heldReservations, holdEvents, isOverdue, lockOpenHold, returnToSale } from './hold-store.js';
import { Hold } from './hold.entity.js';

/** Holds geodes for browsers while their buyers fill in the checkout form. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly availability: AvailabilityReader,
    private readonly share: HoldShare,
    private readonly draw: OpeningDraw,
    @Inject(HOLD_MS) private readonly holdMs: number,
  ) {}

  /**
   * Holds all of the geodes or none, in place of the browser's earlier hold: its geodes move to the new hold or return to
   * sale. Throws OUT_OF_STOCK with the ids of the unavailable geodes, NOT_YET if they go on sale later, and TOO_MANY_REQUESTS
   * if the network keeps too much off sale or the browser has renewed its hold too often. Throws CHALLENGE_REQUIRED while
   * most is on hold.
   */
  async take({ browserId, items, network = null, isChallengeSolved = false }: TakeHold): Promise<HoldView> {
    const ids = items.map(({ geodeId }) => geodeId);
    const booking = network ? { network, seconds: this.holdMs / 1_000 } : null;
    // Hundreds of browsers a second may ask for one popular geode: refuse them by a read without a lock.
    const opened = await this.refuseUnavailable(ids, browserId);
    return this.draw.inTurn(opened, network?.address ?? browserId, async (mayBeGone) => {
      if (mayBeGone) await this.refuseUnavailable(ids, browserId);
      return this.hold(browserId, ids, booking, isChallengeSolved);
    });
  }

  private async hold(
    browserId: string,
    ids: string[],
    booking: Booking | null,
    isChallengeSolved: boolean,
  ): Promise<HoldView> {
    const { hold, changed } = await inTransaction(this.database, async (manager) => {
      const previous = await lockOpenHold(manager, browserId);
      const renewals = booking ? await countRenewals(manager, browserId, ids) : 0;
      if (booking) await checkNetworkQuota(manager, booking, ids.length, previous?.id);
      const held = previous ? await heldReservations(manager, previous.id) : [];
      const carriedOver = held.filter(({ geodeId }) => ids.includes(geodeId));
      const dropped = held.filter((reservation) => !carriedOver.includes(reservation));
      const wanted = ids.filter((id) => !carriedOver.some(({ geodeId }) => geodeId === id));
      if (booking && !isChallengeSolved && wanted.length > 0) await this.share.check(manager);
      const locked = await lockGeodes(manager, [...wanted, ...held.map(({ geodeId }) => geodeId)]);
      const missing = missingAmong(locked, wanted);
      if (missing.length > 0) throw refusalOf(missing);
      const free = locked.filter(({ id }) => wanted.includes(id));
      if (previous) await manager.update(Hold, { id: previous.id }, { endedAt: () => 'now()' });
      const { id, expiresAt } = await this.insertHold(manager, browserId, ids, renewals);
      await carryOver(manager, carriedOver, id, booking);
      await allocateUnits(manager, free.map(snapshotOf), { state: 'held', holdId: id }, booking);
      const returned = await returnToSale(manager, dropped);
      await failpoint('catalog.hold.inside');
      return { hold: holdView(id, expiresAt, ids), changed: [...wanted, ...returned] };
    });
    await failpoint('catalog.hold.after');
    holdEvents.inc({ what: 'taken' });
    this.emitChanged(changed);
    return hold;
  }

  /** Finds the browser's open hold. A hold that was about to end because its page was left gets its full time back. */
  async current({ browserId }: HoldOfBrowser): Promise<{ hold: HoldView | null }> {
    return inTransaction(this.database, async (manager) => {
      const hold = await lockOpenHold(manager, browserId);
      if (!hold || (await isOverdue(manager, hold.id))) return { hold: null };
      if (hold.leavingAt) await manager.update(Hold, { id: hold.id }, { leavingAt: null });
      const rows = await manager.findBy(Reservation, { holdId: hold.id, state: In(['held', 'reserved']) });
      const ids = hold.geodeIds.filter((id) => rows.some(({ geodeId }) => geodeId === id));
      return { hold: ids.length === 0 ? null : holdView(hold.id, hold.expiresAt, ids) };
    });
  }

  /**
   * Ends the browser's hold now or after some seconds. Units that an order has taken over stay with the order. `isEnded`
   * is true if the call ended it.
   */
  async end({ browserId, holdId, afterSeconds = 0 }: EndHold): Promise<{ isEnded: boolean }> {
    const { changed, isEnded } = await inTransaction(this.database, async (manager) => {
      const hold = await lockOpenHold(manager, browserId);
      if (hold?.id !== holdId) return { changed: [], isEnded: false };
      if (afterSeconds === 0) return { changed: await closeHold(manager, hold.id), isEnded: true };
      const leavingAt = () => `now() + ${Number(afterSeconds)} * interval '1 second'`;
      await manager.update(Hold, { id: hold.id }, { leavingAt });
      return { changed: [], isEnded: false };
    });
    if (isEnded) holdEvents.inc({ what: 'ended' });
    this.emitChanged(changed);
    return { isEnded };
  }

  /** Returns those of the geodes whose instant has passed. */
  private async refuseUnavailable(ids: string[], browserId: string): Promise<OpenedGeode[]> {
    const { unavailable, opened } = await this.availability.read(ids, { browserId });
    if (unavailable.length > 0) throw refusalOf(unavailable);
    return opened;
  }

  private async insertHold(
    manager: EntityManager,
    browserId: string,
    geodeIds: string[],
    renewals: number,
  ): Promise<{ id: string; expiresAt: Date }> {
    const [hold] = (await manager.query(
      `INSERT INTO hold (id, browser_id, geode_ids, renewals, expires_at)
       VALUES (gen_random_uuid(), $1, $2, $3, now() + $4 * interval '1 millisecond') RETURNING id, expires_at AS "expiresAt"`,
      [browserId, geodeIds, renewals, this.holdMs],
    )) as [{ id: string; expiresAt: Date }];
    return hold;
  }

  private emitChanged(ids: string[]): void {
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
  }
}

/** Moves units to the hold that replaces theirs, and counts its time on the network. */
const carryOver = async (
  manager: EntityManager,
  reservations: Reservation[],
  holdId: string,
  booking: Booking | null,
): Promise<void> => {
  if (reservations.length === 0) return;
  await bookTimeOffSale(manager, reservations);
  await manager.query(
    `UPDATE reservation
        SET hold_id = $2, address_key = $3::text, site_key = $4, booked_from = CASE WHEN $3::text IS NOT NULL THEN now() END,
            booked_until = now() + $5::float * interval '1 second'
      WHERE id = ${anyOfIds('$1')}`,
    [reservations.map(({ id }) => id), holdId, booking?.network.address, booking?.network.site, booking?.seconds],
  );
};

const holdView = (holdId: string, expiresAt: Date, geodeIds: string[]): HoldView => ({
  holdId,
  expiresAt: expiresAt.toISOString(),
  items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })),
});
