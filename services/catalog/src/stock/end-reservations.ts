import type { EntityManager } from 'typeorm';
import { oneOf } from '../one-of.js';
import { assertAllMoved, movingUnits } from './move-units.js';
import type { Reservation } from './reservation.entity.js';

const COUNTED = { sold: 'units_sold', released: 'units_available' } as const;

/** What an order has reserved is sold, or on sale again; open pages are told so. Answers the ids of the geodes. */
export const endReservations = async (
  manager: EntityManager,
  reservations: Reservation[],
  as: 'sold' | 'released',
): Promise<string[]> => {
  const ids = reservations.map(({ geodeId }) => geodeId);
  if (ids.length === 0) return [];
  const [ended]: [unknown[], number] = await manager.query(
    `${movingUnits('units_reserved', COUNTED[as])}
     UPDATE reservation SET state = $3, updated_at = statement_timestamp() FROM moved
      WHERE reservation.id = ${oneOf('$2')} AND geode_id = moved.id RETURNING reservation.id`,
    [ids, reservations.map(({ id }) => id), as],
  );
  assertAllMoved(ended, ids);
  return ids;
};
