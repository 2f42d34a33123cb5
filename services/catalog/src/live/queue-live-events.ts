import type { EntityManager } from 'typeorm';
import { anyOfIds } from '../any-of-ids.js';
import { AVAILABILITY } from '../geodes/availability.js';

/** Queues live events with the availability of these geodes, published after the commit. The caller has locked the geodes. */
export const queueAvailability = async (manager: EntityManager, geodeIds: string[]): Promise<void> => {
  if (geodeIds.length === 0) return;
  await manager.query(
    `INSERT INTO live_news (geode_id, availability) SELECT id, ${AVAILABILITY} FROM geode WHERE id = ${anyOfIds('$1')} ORDER BY id`,
    [geodeIds],
  );
};

/** Queues a live event that these geodes or showcase items were created, edited or deleted, published after the commit. */
export const queueCatalogChange = async (manager: EntityManager, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await manager.query('INSERT INTO live_news (ids) VALUES ($1)', [ids]);
};
