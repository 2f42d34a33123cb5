import type { EntityManager } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import { assertAllMoved, movingUnits } from './move-units.js';
import type { LockedGeode } from './order-lock.js';
import { TAKEN as STATES } from './reservation-states.js';

/** Written out, so that PostgreSQL keeps its plan: with values it would look for the fitting index each time. */
const TAKEN = STATES.map((state) => `'${state}'`).join(', ');

/** Whose the units are to be: an order's, or those of a browser's hold. */
export type Owner = { state: 'reserved'; orderId: string } | { state: 'held'; holdId: string };

/**
 * Takes one unit of each geode off sale, and tells open pages so. The geodes are locked already: which of their numbers are
 * free is seen by the statement that comes after the lock.
 * Throws where a geode has none to give.
 */
export const allocateUnits = async (manager: EntityManager, geodes: ReservedGeode[], owner: Owner): Promise<void> => {
  if (geodes.length === 0) return;
  const ids = geodes.map(({ geodeId }) => geodeId);
  const taken: unknown[] = await manager.query(
    `${movingUnits('units_available', 'units_reserved')}
     INSERT INTO reservation (id, geode_id, order_id, hold_id, state, snapshot, unit_no)
     SELECT gen_random_uuid(), moved.id, $2, $3, $4, snapshot,
            (SELECT min(unit) FROM generate_series(1, moved.taken) AS unit
              WHERE NOT EXISTS (SELECT FROM reservation AS other
                                 WHERE other.geode_id = moved.id AND other.unit_no = unit AND other.state IN (${TAKEN})))
       FROM json_array_elements($5) AS snapshot
       JOIN moved ON moved.id = (snapshot ->> 'geodeId')::uuid
     RETURNING id`,
    [
      ids,
      owner.state === 'reserved' ? owner.orderId : null,
      owner.state === 'held' ? owner.holdId : null,
      owner.state,
      JSON.stringify(geodes),
    ],
  );
  assertAllMoved(taken, ids);
};

/** A geode as an order is priced by it. */
export const snapshotOf = (geode: LockedGeode): ReservedGeode => ({
  geodeId: geode.id,
  quantity: 1,
  priceCents: geode.priceCents,
  title: geode.title,
  size: geode.size,
  location: geode.location,
  crystalType: geode.crystalType,
  tier: geode.tier,
  imageUrl: geode.imageUrls[0] ?? '',
  imageUrls: geode.imageUrls,
});
