import type { EntityManager } from 'typeorm';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import { anyOfIds } from '../any-of-ids.js';
import { AVAILABILITY } from '../geodes/availability.js';
import { geodeEntry } from '../geodes/geode-view.js';
import { CHANGE_TIME, type Geode } from '../geodes/geode.entity.js';
import { lockGeodes, lockGeodesSql } from './locks.js';
import { bookTimeOffSale } from './network-quota.js';
import type { Reservation } from './reservation.entity.js';

type Column = 'units_available' | 'units_reserved' | 'units_sold';

/**
 * Builds the start of a statement that moves one unit of each geode of $1 between counters (`to` null: out of the shop) and
 * queues the live events. `moved` has the geodes that had such a unit, and how many of their units are then `taken`.
 */
export const moveUnitsSql = (from: Column, to: Column | null): string => `
  WITH moved AS (
    UPDATE geode
       SET ${from} = ${from} - 1,${to ? ` ${to} = ${to} + 1,` : ''} updated_at = ${CHANGE_TIME}, stock_changed_at = ${CHANGE_TIME}
      FROM (${lockGeodesSql('id')}) AS locked
     WHERE geode.id = locked.id AND ${from} > 0
    RETURNING geode.id, units_reserved + units_sold AS taken, ${AVAILABILITY} AS availability
  ), queued AS (INSERT INTO live_news (geode_id, availability) SELECT id, availability FROM moved ORDER BY id)`;

/** Throws if fewer units moved than geodes were named: counters and reservations would disagree. */
export const assertAllMoved = (moved: unknown[], ids: string[]): void => {
  if (moved.length !== ids.length) throw new Error(`moved units of ${moved.length} of ${ids.length} geodes`);
};

/**
 * Moves one unit of each geode between counters (`to` null: out of the shop) and queues the live events. Throws if a geode
 * has no unit to move.
 */
export const moveUnits = async (
  manager: EntityManager,
  ids: string[],
  from: Column,
  to: Column | null,
): Promise<void> => {
  const moved: unknown[] = await manager.query(`${moveUnitsSql(from, to)} SELECT id FROM moved`, [ids]);
  assertAllMoved(moved, ids);
};

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

/** Records in each geode's history that one unit came on sale (1) or went off sale (-1). `geodes` are as before. */
export const auditUnits = (manager: EntityManager, geodes: Geode[], change: 1 | -1): Promise<void> =>
  appendAuditEntries(
    manager,
    geodes.map((geode) =>
      geodeEntry(geode.id, 'edited', geode, { ...geode, unitsAvailable: geode.unitsAvailable + change }),
    ),
  );
