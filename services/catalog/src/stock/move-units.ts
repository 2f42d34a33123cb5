import type { EntityManager } from 'typeorm';
import { CHANGE_TIME } from '../geodes/geode.entity.js';
import { oneOf } from '../one-of.js';

type Column = 'units_available' | 'units_reserved' | 'units_sold';

/**
 * Moves one unit of each geode from one counter to another. The geodes are locked already.
 * Throws where a geode has none to move: the counters would not be what the reservation rows say.
 */
export const moveUnits = async (manager: EntityManager, ids: string[], from: Column, to: Column): Promise<void> => {
  const [, moved] = (await manager.query(
    `UPDATE geode
        SET ${from} = ${from} - 1, ${to} = ${to} + 1, updated_at = ${CHANGE_TIME}, stock_changed_at = ${CHANGE_TIME}
      WHERE id = ${oneOf('$1')} AND ${from} > 0`,
    [ids],
  )) as [unknown, number];
  if (moved !== ids.length) throw new Error(`moved ${moved} of ${ids.length} units from ${from} to ${to}`);
};
