import type { EntityManager } from 'typeorm';
import { anyOfIds } from '../any-of-ids.js';
import { lockGeodes } from '../units/locks.js';
import { assertAllMoved, moveUnitsSql } from '../units/move-units.js';
import { bookTimeOffSale } from '../units/network-quota.js';
import type { Reservation } from '../units/reservation.entity.js';

/**
 * Marks reservations sold or released, moves their units and queues the live events. Their network is forgotten; time off
 * sale without a sale stays booked on it. Returns the geode ids.
 */
export const closeReservations = async (
  manager: EntityManager,
  reservations: Reservation[],
  state: 'sold' | 'released',
): Promise<string[]> => {
  if (reservations.length === 0) return [];
  const ids = reservations.map(({ geodeId }) => geodeId);
  if (state === 'released') {
    await lockGeodes(manager, ids);
    await bookTimeOffSale(manager, reservations);
  }
  const [closed]: [unknown[], number] = await manager.query(
    `${moveUnitsSql('units_reserved', state === 'sold' ? 'units_sold' : 'units_available')}
     UPDATE reservation SET state = $3, updated_at = statement_timestamp(),
            address_key = NULL, site_key = NULL, booked_from = NULL, booked_until = NULL
       FROM moved
      WHERE reservation.id = ${anyOfIds('$2')} AND geode_id = moved.id RETURNING reservation.id`,
    [ids, reservations.map(({ id }) => id), state],
  );
  assertAllMoved(closed, ids);
  return ids;
};
