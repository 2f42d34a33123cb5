import { type EntityManager, In, IsNull } from 'typeorm';
import { Counter } from '@geodes/kit';
import type { NewAuditEntry } from '@geodes/kit/audit-log';
import { anyOfIds } from '../any-of-ids.js';
import { lockBrowser, lockBrowsersOf, lockGeodes } from '../units/locks.js';
import { moveUnits } from '../units/move-units.js';
import { bookTimeOffSale } from '../units/network-quota.js';
import { Reservation } from '../units/reservation.entity.js';
import { MAX_DECLINE_EXTENSIONS, MIN_MINUTES_AFTER_DECLINE } from './hold-limits.js';
import { Hold } from './hold.entity.js';

/** `ended` by the buyer; `expired` because the time was up or the page was left. */
export const holdEvents = new Counter({
  name: 'shop_holds_total',
  help: 'Holds of buyers, by what became of them: taken, ended, expired, ended-by-owner',
  labelNames: ['what'] as const,
});

/** Locks a browser and returns its open hold, or null if it has none. */
export const lockOpenHold = async (manager: EntityManager, browserId: string): Promise<Hold | null> => {
  await lockBrowser(manager, browserId);
  return manager.findOneBy(Hold, { browserId, endedAt: IsNull() });
};

/** Finds the units that a hold keeps off sale, without those that an order has taken over. */
export const heldReservations = (manager: EntityManager, holdId: string): Promise<Reservation[]> =>
  manager.findBy(Reservation, { holdId, state: 'held' });

/** Whether an order has taken over units of this hold and is still unpaid. */
export const isReservedByOrder = (manager: EntityManager, holdId: string): Promise<boolean> =>
  manager.existsBy(Reservation, { holdId, state: 'reserved' });

/** Whether the time of a hold is up, or its page was left too long ago. */
export const isOverdue = async (manager: EntityManager, holdId: string): Promise<boolean> => {
  const [{ overdue }] = (await manager.query(
    'SELECT least(expires_at, leaving_at) <= now() AS overdue FROM hold WHERE id = $1',
    [holdId],
  )) as [{ overdue: boolean }];
  return overdue;
};

/** Returns held units to sale and deletes their rows, since no order ever had them. Returns the geode ids. */
export const returnToSale = async (manager: EntityManager, held: Reservation[]): Promise<string[]> => {
  const ids = held.map(({ geodeId }) => geodeId);
  if (ids.length === 0) return [];
  await lockGeodes(manager, ids);
  await bookTimeOffSale(manager, held);
  await manager.delete(Reservation, { id: In(held.map(({ id }) => id)) });
  await moveUnits(manager, ids, 'units_reserved', 'units_available');
  return ids;
};

/** Ends a hold and returns its units to sale. The caller has locked its browser. Returns the geode ids. */
export const closeHold = async (manager: EntityManager, holdId: string): Promise<string[]> => {
  await manager.update(Hold, { id: holdId }, { endedAt: () => 'now()', leavingAt: null });
  return returnToSale(manager, await heldReservations(manager, holdId));
};

/** Builds the entry in a geode's history for a hold that the owner or a withdrawal ended. */
export const holdEndedEntry = (geodeId: string, { expiresAt }: Hold): NewAuditEntry => ({
  entity: 'geode',
  entityId: geodeId,
  action: 'hold-ended',
  before: { heldUntil: expiresAt.toISOString() },
  after: null,
});

/**
 * Gives units of a declined order back to the holds they came from, if these are still open, and extends the holds. The
 * caller has locked the order; this locks the browsers, so that no hold ends or is replaced before it has its units back.
 * Returns the reservations that no hold takes.
 */
export const restoreHolds = async (manager: EntityManager, reservations: Reservation[]): Promise<Reservation[]> => {
  const holdIds = holdIdsOf(reservations);
  if (holdIds.length === 0) return reservations;
  await lockBrowsersOf(manager, holdIds);
  const [restored]: [{ id: string }[], number] = await manager.query(
    `WITH open AS (
       UPDATE hold SET leaving_at = NULL, second_chances = second_chances + 1,
              expires_at = CASE WHEN second_chances < $4
                                THEN greatest(expires_at, now() + $3 * interval '1 minute') ELSE expires_at END
        WHERE id = ${anyOfIds('$2')} AND ended_at IS NULL RETURNING id, expires_at)
     UPDATE reservation
        SET state = 'held', order_id = NULL, updated_at = statement_timestamp(),
            booked_until = greatest(booked_until, open.expires_at)
       FROM open WHERE reservation.id = ${anyOfIds('$1')} AND hold_id = open.id RETURNING reservation.id`,
    [reservations.map(({ id }) => id), holdIds, MIN_MINUTES_AFTER_DECLINE, MAX_DECLINE_EXTENSIONS],
  );
  const restoredIds = new Set(restored.map(({ id }) => id));
  return reservations.filter(({ id }) => !restoredIds.has(id));
};

/** Marks holds whose units were sold to their browser as bought, and ends those that have no units left. */
export const markHoldsBought = async (manager: EntityManager, reservations: Reservation[]): Promise<void> => {
  const holdIds = holdIdsOf(reservations);
  if (holdIds.length === 0) return;
  await manager.query(
    `UPDATE hold SET bought = true,
            ended_at = CASE WHEN EXISTS (SELECT FROM reservation WHERE hold_id = hold.id AND state IN ('held', 'reserved'))
                            THEN ended_at ELSE coalesce(ended_at, now()) END
      WHERE id = ${anyOfIds('$1')}`,
    [holdIds],
  );
};

const holdIdsOf = (reservations: Reservation[]): string[] => [
  ...new Set(reservations.flatMap(({ holdId }) => holdId ?? [])),
];
