import type { EntityManager } from 'typeorm';
import { AVAILABILITY } from '../geodes/availability.js';
import { CHANGE_TIME } from '../geodes/geode.entity.js';
import { lockedGeodes } from './order-lock.js';

type Column = 'units_available' | 'units_reserved' | 'units_sold';

/**
 * The beginning of a statement that moves one unit of each geode of $1 from one counter to another (null: out of the shop) and
 * tells open pages what can be had then; `moved` has the geodes that had one to move, and how many of their units are `taken`.
 */
export const movingUnits = (from: Column, to: Column | null): string => `
  WITH moved AS (
    UPDATE geode
       SET ${from} = ${from} - 1,${to ? ` ${to} = ${to} + 1,` : ''} updated_at = ${CHANGE_TIME}, stock_changed_at = ${CHANGE_TIME}
      FROM (${lockedGeodes('id')}) AS locked
     WHERE geode.id = locked.id AND ${from} > 0
    RETURNING geode.id, units_reserved + units_sold AS taken, ${AVAILABILITY} AS availability
  ), told AS (INSERT INTO live_news (geode_id, availability) SELECT id, availability FROM moved ORDER BY id)`;

/** The counters would not be what the reservation rows say. */
export const assertAllMoved = (moved: unknown[], ids: string[]): void => {
  if (moved.length !== ids.length) throw new Error(`moved units of ${moved.length} of ${ids.length} geodes`);
};

/**
 * Moves one unit of each geode from one counter to another (null: out of the shop), and tells open pages so.
 * Throws where a geode has none to move.
 */
export const moveUnits = async (
  manager: EntityManager,
  ids: string[],
  from: Column,
  to: Column | null,
): Promise<void> => {
  const moved: unknown[] = await manager.query(`${movingUnits(from, to)} SELECT id FROM moved`, [ids]);
  assertAllMoved(moved, ids);
};
