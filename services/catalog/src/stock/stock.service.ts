import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  CheckCarts,
  CheckedCarts,
  Holder,
  ReleaseGeodes,
  Reservation as ReservationView,
  ReservedGeode,
  ReserveGeodes,
} from '@geodes/contracts';
import { AppError, Bus, failpoint, inTransaction, retried } from '@geodes/kit';
import { oneOf } from '../one-of.js';
import { endReservations } from './end-reservations.js';
import { backToHolds, heldBy, holdOf } from './hold-books.js';
import { lockGeodes, lockOrder } from './order-lock.js';
import { OrderRelease } from './order-release.entity.js';
import { type Gone, outOfStock, toldOutOfStock } from './out-of-stock.js';
import { Reservation } from './reservation.entity.js';
import { mayBecome } from './reservation-states.js';
import { snapshotOf, takeUnits } from './take-units.js';

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
    FROM geode WHERE id = ${oneOf('$1')}`;

/** Takes geodes off sale for an order and gives them back. */
@Injectable()
export class StockService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /** One read without a lock for all carts; what it finds gone, a reservation would refuse at this moment. */
  async checkCarts({ carts }: CheckCarts): Promise<CheckedCarts> {
    const ids = [...new Set(carts.flatMap(({ geodeIds }) => geodeIds))];
    const geodes = await this.wanted(ids);
    const refusals = carts.map(({ geodeIds, ...holder }) => {
      const gone = geodeIds.flatMap((id) => whyGone(geodes, id.toLowerCase(), holder));
      return gone.length > 0 ? toldOutOfStock(gone) : null;
    });
    return { refusals };
  }

  /**
   * All or nothing; an order that asks again gets the answer it got. Throws OUT_OF_STOCK with all the ids that cannot be
   * had, CHANGED where the order was given up or wanted something else before.
   */
  async reserveGeodes(command: ReserveGeodes): Promise<ReservationView> {
    const orderId = command.orderId.toLowerCase();
    const ids = [...new Set(command.items.map(({ geodeId }) => geodeId.toLowerCase()))];
    const holder = { holdId: command.holdId, browserId: command.browserId };

    // A hot geode has hundreds of losers a second: they are answered without a lock.
    const geodes = await this.wanted(ids);
    const gone = ids.flatMap((id) => whyGone(geodes, id, holder));
    if (gone.length > 0) {
      const answer = await retried(() => this.earlierAnswer(this.database.manager, orderId, ids));
      if (answer) return answer;
      throw outOfStock(gone);
    }

    await failpoint('catalog.reserve.before');
    const { reservation, isNew } = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      const answer = await this.earlierAnswer(manager, orderId, ids);
      if (answer) return { reservation: answer, isNew: false };
      const items = await this.take(manager, orderId, ids, holder, geodes);
      await failpoint('catalog.reserve.inside');
      return { reservation: { orderId, items }, isNew: true };
    });
    await failpoint('catalog.reserve.after');
    if (isNew) this.bus.emit('catalog.changed', { ids });
    return reservation;
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
    seen: Wanted[],
  ): Promise<ReservedGeode[]> {
    const hold = await holdOf(manager, holder);
    const held = hold ? (await heldBy(manager, hold.id)).filter(({ geodeId }) => ids.includes(geodeId)) : [];
    const isHeld = (id: string) => held.some(({ geodeId }) => geodeId === id);
    const locked = await lockGeodes(manager, ids);
    const had = locked.filter(({ id, unitsAvailable }) => isHeld(id) || unitsAvailable > 0);
    if (had.length < ids.length) {
      const missing = ids.filter((id) => !had.some((geode) => geode.id === id));
      throw outOfStock(missing.map((id) => ({ id, title: seen.find((geode) => geode.id === id)?.title })));
    }
    const snapshots = ids.flatMap((id) => had.filter((geode) => geode.id === id).map(snapshotOf));
    for (const { id, geodeId } of held) {
      const snapshot = snapshots.find((geode) => geode.geodeId === geodeId);
      await manager.update(Reservation, { id }, { state: 'reserved', orderId, snapshot, updatedAt: STATEMENT_TIME });
    }
    const fresh = snapshots.filter(({ geodeId }) => !isHeld(geodeId));
    await takeUnits(manager, fresh, { state: 'reserved', orderId });
    return snapshots;
  }

  private async giveBack(manager: EntityManager, reservations: Reservation[]): Promise<string[]> {
    const left = await backToHolds(manager, reservations);
    return endReservations(manager, left, 'released');
  }

  private wanted(ids: string[]): Promise<Wanted[]> {
    return retried(() => this.database.query(GEODES_AND_HOLDERS, [ids]));
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

const whyGone = (geodes: Wanted[], id: string, { holdId, browserId }: Holder): Gone[] => {
  const geode = geodes.find((candidate) => candidate.id === id);
  if (geode && geode.unitsAvailable > 0) return [];
  const own = geode?.holders.filter((holding) => holding.holdId === holdId || holding.browserId === browserId) ?? [];
  if (own.some(({ state }) => state === 'held')) return [];
  return [{ id, title: geode?.title, isOrdered: own.length > 0 }];
};

const STATEMENT_TIME = () => 'statement_timestamp()';

const givenUp = () => new AppError('CHANGED', 'This checkout has ended. Please start it again.');
const otherGeodes = () => new AppError('CHANGED', 'This checkout began with other geodes. Please start it again.');
