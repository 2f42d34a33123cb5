import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Holder,
  MAX_WITHOUT_HOLD,
  type ReleaseGeodes,
  type Reservation as ReservationView,
  type ReservedGeode,
  type ReserveGeodes,
} from '@geodes/contracts';
import {
  AppError,
  badRequest,
  Batcher,
  Bus,
  CLOCK,
  type Clock,
  failpoint,
  inTransaction,
  withRetry,
} from '@geodes/kit';
import { OpeningDraw } from '../drops/opening-draw.js';
import { heldReservations, lockOpenHold, restoreHolds } from '../holds/hold-store.js';
import { allocateUnits, snapshotOf } from '../units/allocate-units.js';
import { AvailabilityReader } from '../units/availability-reader.js';
import { anyOfIds } from '../any-of-ids.js';
import { lockGeodes, lockOrder, lockOrders } from '../units/locks.js';
import { closeReservations } from '../units/move-units.js';
import { type Booking, checkNetworkQuota } from '../units/network-quota.js';
import { missingAmong, refusalOf, type UnavailableGeode } from '../units/unavailable.js';
import { canBecome, Reservation } from '../units/reservation.entity.js';

/** What the database has of an order from an earlier command. */
interface EarlierResult {
  /** It was released or refused, and never gets units again. */
  released: boolean;
  reservations: { geodeId: string; snapshot: ReservedGeode }[];
}

const REFUSALS_BATCH_SIZE = 100;
/** Booked for geodes that an order reserves without a hold: an order settles within two minutes, whatever fails. */
const ORDER_SECONDS = 2 * 60;
const STATEMENT_TIME = () => 'statement_timestamp()';

/** Reserves geodes for an order and releases them. */
@Injectable()
export class ReservationsService {
  /** Orders refused at the same moment share one transaction: a popular geode causes hundreds of refusals a second. */
  private readonly refusals: Batcher<string, boolean>;

  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly availability: AvailabilityReader,
    private readonly draw: OpeningDraw,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.refusals = new Batcher((orderIds) => this.closeUnreserved(orderIds), REFUSALS_BATCH_SIZE, clock);
  }

  /**
   * Reserves all of the geodes or none. A repeated command returns the first result. Throws OUT_OF_STOCK with the ids of all
   * unavailable geodes, or NOT_YET if they go on sale later; the order is then refused for good. Throws BAD_REQUEST and
   * TOO_MANY_REQUESTS if the order takes too much without a hold. Throws CHANGED if the order was released before or had
   * asked for other geodes.
   */
  async reserve(command: ReserveGeodes): Promise<ReservationView> {
    const { orderId } = command;
    const ids = command.items.map(({ geodeId }) => geodeId);
    const holder = { browserId: command.browserId };
    const booking = command.network ? { network: command.network, seconds: ORDER_SECONDS } : null;

    // Hundreds of buyers a second may ask for a geode that is sold out: refuse them by a read without a lock.
    const read = () => this.availability.read(ids, holder);
    const { unavailable, opened } = await read();
    if (unavailable.length > 0) return this.refuseUnlessReserved(orderId, ids, unavailable);
    return this.draw.inTurn(opened, command.network?.address ?? orderId, async (mayBeGone) => {
      const lost = mayBeGone ? (await read()).unavailable : [];
      if (lost.length > 0) return this.refuseUnlessReserved(orderId, ids, lost);
      return this.reserveNow(orderId, ids, holder, booking);
    });
  }

  private async reserveNow(
    orderId: string,
    ids: string[],
    holder: Holder,
    booking: Booking | null,
  ): Promise<ReservationView> {
    const result = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      const earlier = await this.findEarlier(manager, orderId, ids);
      if (earlier) return { reservation: earlier };
      const { items, missing } = await this.reserveOrTakeOver(manager, orderId, ids, holder, booking);
      if (missing.length > 0) return { missing };
      await failpoint('catalog.reserve.inside');
      return { reservation: { orderId, items }, isNew: true };
    });
    if (!result.reservation) return this.refuseUnlessReserved(orderId, ids, result.missing);
    await failpoint('catalog.reserve.after');
    if (result.isNew) this.bus.emit('catalog.changed', { ids });
    return result.reservation;
  }

  /** Returns the order's reservation, or refuses an order without one for good: a delayed repeat then reserves nothing. */
  private async refuseUnlessReserved(
    orderId: string,
    ids: string[],
    unavailable: UnavailableGeode[],
  ): Promise<ReservationView> {
    const isClosed = await this.refusals.load(orderId);
    await failpoint('catalog.refuse.after');
    const earlier = isClosed ? undefined : await withRetry(() => this.findEarlier(this.database.manager, orderId, ids));
    if (earlier) return earlier;
    throw refusalOf(unavailable);
  }

  /** Marks orders without reservations as released. Returns for each whether it was without. */
  private async closeUnreserved(orderIds: string[]): Promise<boolean[]> {
    const reserved: { order_id: string }[] = await inTransaction(this.database, async (manager) => {
      await lockOrders(manager, orderIds);
      return manager.query(
        `WITH closed AS (
           INSERT INTO order_release (order_id)
           SELECT asked.id FROM unnest($1::uuid[]) AS asked (id)
            WHERE NOT EXISTS (SELECT FROM reservation WHERE reservation.order_id = asked.id)
           ON CONFLICT DO NOTHING)
         SELECT DISTINCT order_id FROM reservation WHERE order_id = ${anyOfIds('$1')}`,
        [orderIds],
      );
    });
    return orderIds.map((id) => !reserved.some(({ order_id }) => order_id === id));
  }

  /**
   * Releases the order's unsold units to their holds or to sale. Also records the release if nothing was reserved: a delayed
   * reserve command must be refused.
   */
  async release({ orderId }: ReleaseGeodes): Promise<void> {
    const ids = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      const reservations = await manager.findBy(Reservation, { orderId });
      if (reservations.some(({ state }) => state === 'sold')) return [];
      await manager.query('INSERT INTO order_release (order_id) VALUES ($1) ON CONFLICT DO NOTHING', [orderId]);
      const releasable = reservations.filter(({ state }) => canBecome(state, 'released'));
      const withoutHold = await restoreHolds(manager, releasable);
      const released = await closeReservations(manager, withoutHold, 'released');
      await failpoint('catalog.release.inside');
      return released;
    });
    await failpoint('catalog.release.after');
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
  }

  /** Takes units over from the holder's hold, and allocates the others from those on sale; all or none. */
  private async reserveOrTakeOver(
    manager: EntityManager,
    orderId: string,
    ids: string[],
    holder: Holder,
    booking: Booking | null,
  ): Promise<{ items: ReservedGeode[]; missing: UnavailableGeode[] }> {
    const hold = holder.browserId ? await lockOpenHold(manager, holder.browserId) : null;
    const held = hold ? (await heldReservations(manager, hold.id)).filter(({ geodeId }) => ids.includes(geodeId)) : [];
    const isHeld = (id: string) => held.some(({ geodeId }) => geodeId === id);
    const withoutHold = ids.length - held.length;
    if (withoutHold > MAX_WITHOUT_HOLD) throw tooManyWithoutHold();
    if (booking) await checkNetworkQuota(manager, booking, withoutHold);
    const locked = await lockGeodes(manager, ids);
    const missing = missingAmong(
      locked,
      ids.filter((id) => !isHeld(id)),
    );
    if (missing.length > 0) return { items: [], missing };
    const items = ids.flatMap((id) => locked.filter((geode) => geode.id === id).map(snapshotOf));
    for (const { id, geodeId } of held) {
      const snapshot = items.find((geode) => geode.geodeId === geodeId);
      const change = { state: 'reserved', orderId, snapshot, updatedAt: STATEMENT_TIME } as const;
      // A withdrawal may have taken it, without the browser's lock if the hold is new. The command is repeated then.
      const { affected } = await manager.update(Reservation, { id, state: 'held' }, change);
      if (affected !== 1) throw new Error(`Reservation ${id} was taken from its hold.`);
    }
    const notHeld = items.filter(({ geodeId }) => !isHeld(geodeId));
    await allocateUnits(manager, notHeld, { state: 'reserved', orderId }, booking);
    return { items, missing: [] };
  }

  /** Returns what an earlier command of the order reserved. Throws CHANGED if it was released or had other geodes. */
  private async findEarlier(
    manager: EntityManager,
    orderId: string,
    ids: string[],
  ): Promise<ReservationView | undefined> {
    const [earlier] = (await manager.query(
      `SELECT EXISTS (SELECT FROM order_release WHERE order_id = $1) AS released,
              coalesce((SELECT json_agg(json_build_object('geodeId', geode_id, 'snapshot', snapshot))
                          FROM reservation WHERE order_id = $1), '[]') AS reservations`,
      [orderId],
    )) as [EarlierResult];
    if (earlier.released) throw checkoutEnded();
    if (earlier.reservations.length === 0) return undefined;
    const items = ids.flatMap((id) => earlier.reservations.filter(({ geodeId }) => geodeId === id));
    if (items.length !== ids.length || items.length !== earlier.reservations.length) throw otherGeodes();
    return { orderId, items: items.map((reservation) => reservation.snapshot) };
  }
}

const tooManyWithoutHold = () =>
  badRequest({
    field: 'items',
    reason: `An order can take at most ${MAX_WITHOUT_HOLD} geodes that are not on hold for you. Please order fewer at once.`,
  });
const checkoutEnded = () => new AppError('CHANGED', 'This checkout has ended. Please start it again.');
const otherGeodes = () => new AppError('CHANGED', 'This checkout began with other geodes. Please start it again.');
