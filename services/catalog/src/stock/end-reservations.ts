import type { EntityManager } from 'typeorm';
import { oneOf } from '../one-of.js';
import { assertAllMoved, movingUnits } from './move-units.js';
import type { Reservation } from './reservation.entity.js';

type End = 'sold' | 'released';

/** What an order has reserved is sold, or on sale again; open pages are told so. Answers the ids of the geodes. */
export const endReservations = async (
  manager: EntityManager,
  reservations: Reservation[],
  as: End,
): Promise<string[]> => {
  const leaves = ({ withdrawnAt }: Reservation) => as === 'released' && withdrawnAt !== null;
  const stays = (reservation: Reservation) => !leaves(reservation);
  await end(manager, reservations.filter(stays), as, as === 'sold' ? 'units_sold' : 'units_available');
  await end(manager, reservations.filter(leaves), as, null);
  return reservations.map(({ geodeId }) => geodeId);
};

const end = async (
  manager: EntityManager,
  reservations: Reservation[],
  as: End,
  counter: 'units_sold' | 'units_available' | null,
): Promise<void> => {
  if (reservations.length === 0) return;
  const ids = reservations.map(({ geodeId }) => geodeId);
  const [ended]: [unknown[], number] = await manager.query(
    `${movingUnits('units_reserved', counter)}
     UPDATE reservation SET state = $3, updated_at = statement_timestamp() FROM moved
      WHERE reservation.id = ${oneOf('$2')} AND geode_id = moved.id RETURNING reservation.id`,
    [ids, reservations.map(({ id }) => id), as],
  );
  assertAllMoved(ended, ids);
};
