import type { EntityManager } from 'typeorm';
import { AVAILABILITY } from '../geodes/availability.js';
import { anyOfIds } from '../any-of-ids.js';

/** Tells open pages, once the transaction is over, what of these geodes can be had now. The geodes are locked already. */
export const queueAvailability = async (manager: EntityManager, geodeIds: string[]): Promise<void> => {
  if (geodeIds.length === 0) return;
  await manager.query(
    `INSERT INTO live_news (geode_id, availability) SELECT id, ${AVAILABILITY} FROM geode WHERE id = ${anyOfIds('$1')} ORDER BY id`,
    [geodeIds],
  );
};

/** Tells open pages, once the transaction is over, that these were made, edited or deleted. */
export const queueCatalogChange = async (manager: EntityManager, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await manager.query('INSERT INTO live_news (ids) VALUES ($1)', [ids]);
};
