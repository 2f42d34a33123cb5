import type { EntityManager } from 'typeorm';
import { Geode } from '../geodes/geode.entity.js';
import { oneOf } from '../one-of.js';

/** Until the transaction ends no other command for this order does anything. Taken before any row is locked. */
export const lockOrder = async (manager: EntityManager, orderId: string): Promise<void> => {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [orderId]);
};

/**
 * Locks geodes until the transaction ends, always in the order of their ids, so that two transactions never wait for
 * each other. References to the rows stay possible.
 */
export const lockGeodes = async (manager: EntityManager, ids: string[]): Promise<void> => {
  await manager.query(`SELECT FROM geode WHERE id = ${oneOf('$1')} ORDER BY id FOR NO KEY UPDATE`, [ids]);
};

/** The same, where they are read too. */
export const lockedGeodes = (manager: EntityManager, ids: string[]): Promise<Geode[]> =>
  manager
    .createQueryBuilder(Geode, 'geode')
    .where(`geode.id = ${oneOf(':ids')}`, { ids })
    .orderBy('geode.id')
    .setLock('for_no_key_update')
    .getMany();
