import { type EntityManager, In, IsNull } from 'typeorm';
import type { Holder } from '@geodes/contracts';
import type { NewAuditEntry } from '@geodes/kit/audit-log';
import { anyOfIds } from '../any-of-ids.js';
import { Hold } from './hold.entity.js';
import { moveUnits } from './move-units.js';
import { lockGeodes } from './order-lock.js';
import { Reservation } from './reservation.entity.js';

/** After a decline a buyer has at least so long to try another card, minutes. */
const TRY_AGAIN_MINUTES = 2;
/** So often for one hold: then it ends when its time is up, however often a card is declined. */
const SECOND_CHANCES = 5;

/** Until the transaction ends nothing else happens to this browser's hold. Taken after an order, before any row. */
export const lockBrowser = async (manager: EntityManager, browserId: string): Promise<void> => {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [browserId]);
};

export const lockBrowsersOf = async (manager: EntityManager, holdIds: string[]): Promise<void> => {
  const browsers: { id: string }[] = await manager.query(
    `SELECT DISTINCT browser_id AS id FROM hold WHERE id = ${anyOfIds('$1')} ORDER BY id`,
    [holdIds],
  );
  for (const { id } of browsers) await lockBrowser(manager, id);
};

/** The open hold of a holder, its browser locked; null where there is none. One that was replaced meanwhile is the new one. */
export const holdOf = async (manager: EntityManager, { holdId, browserId }: Holder): Promise<Hold | null> => {
  const open = { endedAt: IsNull() };
  const found =
    (holdId ? await manager.findOneBy(Hold, { id: holdId, ...open }) : null) ??
    (browserId ? await manager.findOneBy(Hold, { browserId, ...open }) : null);
  if (!found) return null;
  await lockBrowser(manager, found.browserId);
  return manager.findOneBy(Hold, { browserId: found.browserId, ...open });
};

/** What a hold keeps off sale; what an order has taken over is not in it. */
export const heldBy = (manager: EntityManager, holdId: string): Promise<Reservation[]> =>
  manager.findBy(Reservation, { holdId, state: 'held' });

/** Puts held units back on sale; their rows go, since no order ever had them. Answers the ids of their geodes. */
export const returnToSale = async (manager: EntityManager, held: Reservation[]): Promise<string[]> => {
  const ids = held.map(({ geodeId }) => geodeId);
  if (ids.length === 0) return [];
  await lockGeodes(manager, ids);
  await manager.delete(Reservation, { id: In(held.map(({ id }) => id)) });
  await moveUnits(manager, ids, 'units_reserved', 'units_available');
  return ids;
};

/** Puts what a hold still has back on sale. Answers the ids of its geodes. */
export const emptyHold = async (manager: EntityManager, holdId: string): Promise<string[]> =>
  returnToSale(manager, await heldBy(manager, holdId));

/** Ends a hold, its browser locked: what it has is on sale again. Answers the ids of its geodes. */
export const closeHold = async (manager: EntityManager, holdId: string): Promise<string[]> => {
  await manager.update(Hold, { id: holdId }, { endedAt: () => 'now()', leavingAt: null });
  return emptyHold(manager, holdId);
};

/** What a stone's history says of a hold that was taken from its browser. */
export const holdEnded = (geodeId: string, { expiresAt }: Hold): NewAuditEntry => ({
  entity: 'geode',
  entityId: geodeId,
  action: 'hold-ended',
  before: { heldUntil: expiresAt.toISOString() },
  after: null,
});

/** Whether an order has stones of this hold now. */
export const isReservedByOrder = (manager: EntityManager, holdId: string): Promise<boolean> =>
  manager.existsBy(Reservation, { holdId, state: 'reserved' });

/**
 * Gives units that an order had taken over back to their holds, as far as these are still open; a hold then has at
 * least two minutes again. Its order is locked already; its browser is from here on, so that no hold ends or is replaced between
 * being looked at and getting its stones back. Answers the rows that no hold takes.
 */
export const restoreHolds = async (manager: EntityManager, reservations: Reservation[]): Promise<Reservation[]> => {
  const holdIds = [...new Set(reservations.flatMap(({ holdId }) => holdId ?? []))];
  if (holdIds.length === 0) return reservations;
  await lockBrowsersOf(manager, holdIds);
  const open: { id: string }[] = (
    await manager.query(
      `UPDATE hold SET leaving_at = NULL, second_chances = second_chances + 1,
              expires_at = CASE WHEN second_chances < $3
                                THEN greatest(expires_at, now() + $2 * interval '1 minute') ELSE expires_at END
        WHERE id = ${anyOfIds('$1')} AND ended_at IS NULL RETURNING id`,
      [holdIds, TRY_AGAIN_MINUTES, SECOND_CHANCES],
    )
  )[0];
  const isOpen = new Set(open.map(({ id }) => id));
  const isBack = ({ holdId }: Reservation) => holdId !== null && isOpen.has(holdId);
  const back = reservations.filter(isBack);
  const held = { state: 'held', orderId: null, updatedAt: () => 'statement_timestamp()' } as const;
  if (back.length > 0) await manager.update(Reservation, { id: In(back.map(({ id }) => id)) }, held);
  return reservations.filter((reservation) => !back.includes(reservation));
};

/** Stones of holds were sold to their browsers. A hold that has nothing left is over. */
export const markHoldsBought = async (manager: EntityManager, reservations: Reservation[]): Promise<void> => {
  const holdIds = [...new Set(reservations.flatMap(({ holdId }) => holdId ?? []))];
  if (holdIds.length === 0) return;
  await manager.query(
    `UPDATE hold SET bought = true,
            ended_at = CASE WHEN EXISTS (SELECT FROM reservation WHERE hold_id = hold.id AND state IN ('held', 'reserved'))
                            THEN ended_at ELSE coalesce(ended_at, now()) END
      WHERE id = ${anyOfIds('$1')}`,
    [holdIds],
  );
};
