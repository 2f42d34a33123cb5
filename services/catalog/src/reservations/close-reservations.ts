import type { EntityManager } from 'typeorm';
import { anyOfIds } from '../any-of-ids.js';
import { assertAllMoved, moveUnitsSql } from '../units/move-units.js';
import type { Reservation } from '../units/reservation.entity.js';

/** Marks reservations sold or released, moves their units and queues the live events. Returns the geode ids. */
export const closeReservations = async (
  manager: EntityManager,
  reservations: Reservation[],
  state: 'sold' | 'released',
): Promise<string[]> => {
  if (reservations.length === 0) return [];
  const ids = reservations.map(({ geodeId }) => geodeId);
  const [closed]: [unknown[], number] = await manager.query(
    `${moveUnitsSql('units_reserved', state === 'sold' ? 'units_sold' : 'units_available')}
     UPDATE reservation SET state = $3, updated_at = statement_timestamp() FROM moved
      WHERE reservation.id = ${anyOfIds('$2')} AND geode_id = moved.id RETURNING reservation.id`,
    [ids, reservations.map(({ id }) => id), state],
  );
  assertAllMoved(closed, ids);
  return ids;
};
