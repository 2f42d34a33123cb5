import type { EntityManager } from 'typeorm';
import { anyOfIds } from '../any-of-ids.js';
import { assertAllMoved, movingUnits } from './move-units.js';
import type { Reservation } from './reservation.entity.js';

/** What an order has reserved is sold, or on sale again; open pages are told so. Answers the ids of the geodes. */
export const closeReservations = async (
  manager: EntityManager,
  reservations: Reservation[],
  as: 'sold' | 'released',
): Promise<string[]> => {
  if (reservations.length === 0) return [];
  const ids = reservations.map(({ geodeId }) => geodeId);
  const [ended]: [unknown[], number] = await manager.query(
    `${movingUnits('units_reserved', as === 'sold' ? 'units_sold' : 'units_available')}
     UPDATE reservation SET state = $3, updated_at = statement_timestamp() FROM moved
      WHERE reservation.id = ${anyOfIds('$2')} AND geode_id = moved.id RETURNING reservation.id`,
    [ids, reservations.map(({ id }) => id), as],
  );
  assertAllMoved(ended, ids);
  return ids;
};
