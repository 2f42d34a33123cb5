import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  Holder,
  ReleaseGeodes,
  Reservation as ReservationView,
  ReservedGeode,
  ReserveGeodes,
} from '@geodes/contracts';
import { AppError, Batcher, Bus, CLOCK, type Clock, failpoint, inTransaction, withRetry } from '@geodes/kit';
import { anyOfIds } from '../any-of-ids.js';
import { closeReservations } from './close-reservations.js';
import { restoreHolds, heldBy, holdOf } from './hold-store.js';
import { lockGeodes, lockOrder, lockOrders } from './order-lock.js';
import { OrderRelease } from './order-release.entity.js';
import { type UnavailableGeode, outOfStock } from './out-of-stock.js';
import { Reservation } from './reservation.entity.js';
import { mayBecome } from './reservation-states.js';
import { snapshotOf, allocateUnits } from './allocate-units.js';

/** A geode that somebody wants. */
interface Wanted {
  id: string;
  title: string;
  unitsAvailable: number;
  holders: Holding[];
}

/** What an order was answered earlier. */
interface Earlier {
  released: boolean;
  reservations: { geodeId: string; snapshot: ReservedGeode }[];
}

/** A unit in somebody's hold, or in the order that took it from there. */
interface Holding {
  holdId: string;
  browserId: string;
  state: 'held' | 'reserved';
}

/** What can be had: units on sale, and those in these holds. */
const GEODES_AND_HOLDERS = `
  SELECT id, title, units_available AS "unitsAvailable",
         ARRAY (SELECT json_build_object('holdId', hold.id, 'browserId', hold.browser_id, 'state', state)
                  FROM reservation JOIN hold ON hold.id = hold_id
                 WHERE geode_id = geode.id AND state IN ('held', 'reserved')) AS holders
    FROM geode WHERE id = ${anyOfIds('$1')}`;

const REFUSALS_BATCH_SIZE = 100;

/** Takes geodes off sale for an order and gives them back. */
@Injectable()
export class StockService {
  /** Orders that are refused at the same moment share a transaction: a hot geode has hundreds a second. */
  private readonly refused: Batcher<string, boolean>;

  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.refused = new Batcher((orderIds) => this.closeOrders(orderIds), REFUSALS_BATCH_SIZE, clock);
  }

  /** Which of these geodes the holder could not take now, read without a lock. */
  async findGone(ids: string[], holder: Holder): Promise<UnavailableGeode[]> {
    const geodes = await this.wanted(ids);
    return ids.flatMap((id) => whyGone(geodes, id, holder));
  }

  /**
   * All or nothing; an order that asks again gets the answer it got. Throws OUT_OF_STOCK with all the ids that cannot be
   * had: such an order never gets any. Throws CHANGED where the order was given up or wanted something else before.
   */
  async reserveGeodes(command: ReserveGeodes): Promise<ReservationView> {
    const orderId = command.orderId.toLowerCase();
    const ids = [...new Set(command.items.map(({ geodeId }) => geodeId.toLowerCase()))];
    const holder = { holdId: command.holdId, browserId: command.browserId };

    // hundreds of buyers a second may ask for a geode that is gone: they are refused without a lock on it
    const gone = await this.findGone(ids, holder);
    if (gone.length > 0) return this.refuse(orderId, ids, gone);

    await failpoint('catalog.reserve.before');
    const taken = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      const answer = await this.earlierAnswer(manager, orderId, ids);
      if (answer) return { reservation: answer };
      const { items, missing } = await this.take(manager, orderId, ids, holder);
      if (missing.length > 0) return { missing };
      await failpoint('catalog.reserve.inside');
      return { reservation: { orderId, items }, isNew: true };
    });
    if (!taken.reservation) return this.refuse(orderId, ids, taken.missing);
    await failpoint('catalog.reserve.after');
    if (taken.isNew) this.bus.emit('catalog.changed', { ids });
    return taken.reservation;
  }

  /** Refuses an order for good, unless it got its geodes earlier: a repeated command still on its way takes nothing. */
  private async refuse(orderId: string, ids: string[], gone: UnavailableGeode[]): Promise<ReservationView> {
    const isClosed = await this.refused.load(orderId);
    await failpoint('catalog.refuse.after');
    const answer = isClosed
      ? undefined
      : await withRetry(() => this.earlierAnswer(this.database.manager, orderId, ids));
    if (answer) return answer;
    throw outOfStock(gone);
  }

  /** Releases orders that have reserved nothing; tells for each whether it has. */
  private async closeOrders(orderIds: string[]): Promise<boolean[]> {
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

  /** Gives back what is not sold. From then on the order gets nothing, even if it had nothing yet. */
  async releaseGeodes(command: ReleaseGeodes): Promise<void> {
    const orderId = command.orderId.toLowerCase();
    await failpoint('catalog.release.before');
    const ids = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      const reservations = await manager.findBy(Reservation, { orderId });
      if (reservations.some(({ state }) => state === 'sold')) return [];
      await manager.createQueryBuilder().insert().into(OrderRelease).values({ orderId }).orIgnore().execute();
      const releasable = reservations.filter(({ state }) => mayBecome(state, 'released'));
      const back = await this.giveBack(manager, releasable);
      await failpoint('catalog.release.inside');
      return back;
    });
    await failpoint('catalog.release.after');
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
  }

  private async take(
    manager: EntityManager,
    orderId: string,
    ids: string[],
    holder: Holder,
  ): Promise<{ items: ReservedGeode[]; missing: UnavailableGeode[] }> {
    const hold = await holdOf(manager, holder);
    const held = hold ? (await heldBy(manager, hold.id)).filter(({ geodeId }) => ids.includes(geodeId)) : [];
    const isHeld = (id: string) => held.some(({ geodeId }) => geodeId === id);
    const locked = await lockGeodes(manager, ids);
    const had = locked.filter(({ id, unitsAvailable }) => isHeld(id) || unitsAvailable > 0);
    const lost = ids.filter((id) => !had.some((geode) => geode.id === id));
    if (lost.length > 0)
      return { items: [], missing: lost.map((id) => ({ id, title: locked.find((geode) => geode.id === id)?.title })) };
    const snapshots = ids.flatMap((id) => had.filter((geode) => geode.id === id).map(snapshotOf));
    for (const { id, geodeId } of held) {
      const snapshot = snapshots.find((geode) => geode.geodeId === geodeId);
      await manager.update(Reservation, { id }, { state: 'reserved', orderId, snapshot, updatedAt: STATEMENT_TIME });
    }
    const fresh = snapshots.filter(({ geodeId }) => !isHeld(geodeId));
    await allocateUnits(manager, fresh, { state: 'reserved', orderId });
    return { items: snapshots, missing: [] };
  }

  private async giveBack(manager: EntityManager, reservations: Reservation[]): Promise<string[]> {
    const left = await restoreHolds(manager, reservations);
    return closeReservations(manager, left, 'released');
  }

  private wanted(ids: string[]): Promise<Wanted[]> {
    return withRetry(() => this.database.query(GEODES_AND_HOLDERS, [ids]));
  }

  private async earlierAnswer(
    manager: EntityManager,
    orderId: string,
    ids: string[],
  ): Promise<ReservationView | undefined> {
    const [seen] = (await manager.query(
      `SELECT EXISTS (SELECT FROM order_release WHERE order_id = $1) AS released,
              coalesce((SELECT json_agg(json_build_object('geodeId', geode_id, 'snapshot', snapshot))
                          FROM reservation WHERE order_id = $1), '[]') AS reservations`,
      [orderId],
    )) as [Earlier];
    if (seen.released) throw givenUp();
    if (seen.reservations.length === 0) return undefined;
    const items = ids.flatMap((id) => seen.reservations.filter(({ geodeId }) => geodeId === id));
    if (items.length !== ids.length || items.length !== seen.reservations.length) throw otherGeodes();
    return { orderId, items: items.map((reservation) => reservation.snapshot) };
  }
}

const whyGone = (geodes: Wanted[], id: string, { holdId, browserId }: Holder): UnavailableGeode[] => {
  const geode = geodes.find((candidate) => candidate.id === id);
  if (geode && geode.unitsAvailable > 0) return [];
  const own = geode?.holders.filter((holding) => holding.holdId === holdId || holding.browserId === browserId) ?? [];
  if (own.some(({ state }) => state === 'held')) return [];
  return [{ id, title: geode?.title, isOrdered: own.length > 0 }];
};

const STATEMENT_TIME = () => 'statement_timestamp()';

const givenUp = () => new AppError('CHANGED', 'This checkout has ended. Please start it again.');
const otherGeodes = () => new AppError('CHANGED', 'This checkout began with other geodes. Please start it again.');
