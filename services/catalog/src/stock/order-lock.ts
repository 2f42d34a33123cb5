import type { EntityManager } from 'typeorm';
import type { Geode } from '../geodes/geode.entity.js';
import { anyOfIds } from '../any-of-ids.js';

/** Until the transaction ends no other command for this order does anything. Taken before any row is locked. */
export const lockOrder = async (manager: EntityManager, orderId: string): Promise<void> => {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [orderId]);
};

/** In one order for all, so that two transactions never wait for each other. */
export const lockOrders = async (manager: EntityManager, orderIds: string[]): Promise<void> => {
  await manager.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(id, 0))
       FROM (SELECT DISTINCT id FROM unnest($1::text[]) AS id ORDER BY id) AS sorted`,
    [orderIds],
  );
};

/** What a checkout or a hold wants to know of a geode. */
export type LockedGeode = Pick<
  Geode,
  'id' | 'unitsAvailable' | 'priceCents' | 'title' | 'size' | 'location' | 'crystalType' | 'tier' | 'imageUrls'
>;

/**
 * The query that locks the geodes of $1 until the transaction ends, always in the order of their ids, so that two transactions
 * never wait for each other. References to the rows stay possible.
 */
export const lockedGeodes = (columns: string): string =>
  `SELECT ${columns} FROM geode WHERE id = ${anyOfIds('$1')} ORDER BY id FOR NO KEY UPDATE`;

/** Locks geodes in a statement of its own: what comes after it sees what others did until they gave the lock up. */
export const lockGeodes = (manager: EntityManager, ids: string[]): Promise<LockedGeode[]> =>
  manager.query(
    lockedGeodes(`id, units_available AS "unitsAvailable", price_cents AS "priceCents", title, size, location,
      crystal_type AS "crystalType", tier, image_urls AS "imageUrls"`),
    [ids],
  );
