import type { EntityManager } from 'typeorm';
import { anyOfIds } from '../any-of-ids.js';
import { OPENS_LATER } from '../geodes/availability.js';
import type { Geode } from '../geodes/geode.entity.js';

// Transactions lock orders first, then browsers, then a network, then geodes, each group sorted by id, so that these locks
// never deadlock.

/** Locks an order until the transaction ends: no other command for it runs meanwhile. */
export const lockOrder = (manager: EntityManager, orderId: string): Promise<void> => lockOrders(manager, [orderId]);

export const lockOrders = async (manager: EntityManager, orderIds: string[]): Promise<void> => {
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(id, 0))
       FROM (SELECT DISTINCT id FROM unnest($1::text[]) AS id ORDER BY id) AS sorted`,
    [orderIds],
  );
};

/** Locks a browser until the transaction ends: nothing else changes its hold meanwhile. */
export const lockBrowser = async (manager: EntityManager, browserId: string): Promise<void> => {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [browserId]);
};

/** Locks the browsers that own these holds. */
export const lockBrowsersOf = async (manager: EntityManager, holdIds: string[]): Promise<void> => {
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(browser_id::text, 1))
       FROM (SELECT DISTINCT browser_id FROM hold WHERE id = ${anyOfIds('$1')} ORDER BY browser_id) AS sorted`,
    [holdIds],
  );
};

/** Locks a network until the transaction ends: nothing else takes units for it meanwhile. */
export const lockNetwork = async (manager: EntityManager, key: string): Promise<void> => {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [key]);
};

/** The columns of a geode that reserving and holding need. */
export interface LockedGeode extends Pick<
  Geode,
  | 'id'
  | 'unitsAvailable'
  | 'priceCents'
  | 'title'
  | 'size'
  | 'location'
  | 'crystalType'
  | 'tier'
  | 'imageUrls'
  | 'isDraft'
  | 'availableFrom'
> {
  /** By the clock of the database, as everywhere that units are taken. */
  opensLater: boolean;
}

/** Builds the query that locks the geodes of $1, sorted by id. FOR NO KEY UPDATE still lets other rows reference them. */
export const lockGeodesSql = (columns: string): string =>
  `SELECT ${columns} FROM geode WHERE id = ${anyOfIds('$1')} ORDER BY id FOR NO KEY UPDATE`;

/** Locks geodes in a separate statement: only a later statement sees what other transactions committed before the lock. */
export const lockGeodes = (manager: EntityManager, ids: string[]): Promise<LockedGeode[]> =>
  manager.query(
    lockGeodesSql(`id, units_available AS "unitsAvailable", price_cents AS "priceCents", title, size, location,
      crystal_type AS "crystalType", tier, image_urls AS "imageUrls", is_draft AS "isDraft",
      available_from AS "availableFrom", coalesce(${OPENS_LATER}, false) AS "opensLater"`),
    [ids],
  );
