import type { EntityManager } from 'typeorm';
import { oneOf } from '../one-of.js';

/**
 * Tells open pages, as the last thing of a transaction, what of these geodes can be had now. From here to the commit no
 * other transaction tells anything.
 */
export const tellAvailability = async (manager: EntityManager, geodeIds: string[]): Promise<void> => {
  if (geodeIds.length === 0) return;
  await manager.query(
    `WITH changed AS (
       SELECT id, CASE WHEN units_available > 0 THEN 'available' WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END AS availability
         FROM geode WHERE id = ${oneOf('$1')}),
     position AS (UPDATE live_position SET last = last + (SELECT count(*) FROM changed) RETURNING last)
     INSERT INTO live_event (id, geode_id, availability)
     SELECT last - count(*) OVER () + row_number() OVER (ORDER BY id), id, availability FROM changed, position`,
    [geodeIds],
  );
};

/** Tells open pages, as the last thing of a transaction, that these were made, edited or deleted. */
export const tellCatalog = async (manager: EntityManager, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await manager.query(
    `WITH position AS (UPDATE live_position SET last = last + 1 RETURNING last)
     INSERT INTO live_event (id, ids) SELECT last, $1 FROM position`,
    [ids],
  );
};
