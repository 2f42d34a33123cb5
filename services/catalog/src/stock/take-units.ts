import type { EntityManager } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import type { Geode } from '../geodes/geode.entity.js';
import { moveUnits } from './move-units.js';
import { TAKEN as STATES } from './reservation-states.js';

/** Written out, so that PostgreSQL keeps its plan: with values it would look for the fitting index each time. */
const TAKEN = STATES.map((state) => `'${state}'`).join(', ');

/** Whose the units are to be: an order's, or those of a browser's hold. */
export type Owner = { state: 'reserved'; orderId: string } | { state: 'held'; holdId: string };

/** Takes one unit of each geode off sale. The geodes are locked already and have one to give. */
export const takeUnits = async (manager: EntityManager, geodes: ReservedGeode[], owner: Owner): Promise<void> => {
  if (geodes.length === 0) return;
  const ids = geodes.map(({ geodeId }) => geodeId);
  await moveUnits(manager, ids, 'units_available', 'units_reserved');
  await manager.query(
    `INSERT INTO reservation (id, geode_id, order_id, hold_id, state, snapshot, unit_no)
     SELECT gen_random_uuid(), geode.id, $1, $2, $3, snapshot,
            (SELECT min(unit) FROM generate_series(1, geode.units_reserved + geode.units_sold) AS unit
              WHERE NOT EXISTS (SELECT FROM reservation AS taken
                                 WHERE taken.geode_id = geode.id AND taken.unit_no = unit AND taken.state IN (${TAKEN})))
       FROM json_array_elements($4) AS snapshot
       JOIN geode ON geode.id = (snapshot ->> 'geodeId')::uuid`,
    [
      owner.state === 'reserved' ? owner.orderId : null,
      owner.state === 'held' ? owner.holdId : null,
      owner.state,
      JSON.stringify(geodes),
    ],
  );
};

/** A geode as an order is priced by it. */
export const snapshotOf = (geode: Geode): ReservedGeode => ({
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
