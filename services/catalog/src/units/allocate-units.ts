import type { EntityManager } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import type { LockedGeode } from './locks.js';
import { assertAllMoved, moveUnitsSql } from './move-units.js';
import type { Booking } from './network-quota.js';
import { OCCUPYING } from './reservation.entity.js';

type UnitOwner = { state: 'reserved'; orderId: string } | { state: 'held'; holdId: string };

/**
 * Takes one unit of each geode off sale for an order or a hold, and queues the live events. The caller has locked the
 * geodes in an earlier statement, so this one sees which unit numbers are free. The time is booked on the network, if
 * there is a booking. Throws if a geode has no unit on sale.
 */
export const allocateUnits = async (
  manager: EntityManager,
  geodes: ReservedGeode[],
  owner: UnitOwner,
  booking: Booking | null,
): Promise<void> => {
  if (geodes.length === 0) return;
  const ids = geodes.map(({ geodeId }) => geodeId);
  const allocated: unknown[] = await manager.query(
    `${moveUnitsSql('units_available', 'units_reserved')}
     INSERT INTO reservation (id, geode_id, order_id, hold_id, state, snapshot, address_key, site_key, booked_from, booked_until,
                              unit_no)
     SELECT gen_random_uuid(), moved.id, $2, $3, $4, snapshot, $6, $7,
            CASE WHEN $6::text IS NOT NULL THEN now() END, now() + $8::float * interval '1 second',
            (SELECT min(unit) FROM generate_series(1, moved.taken) AS unit
              WHERE NOT EXISTS (SELECT FROM reservation AS other
                                 WHERE other.geode_id = moved.id AND other.unit_no = unit AND other.${OCCUPYING}))
       FROM json_array_elements($5) AS snapshot
       JOIN moved ON moved.id = (snapshot ->> 'geodeId')::uuid
     RETURNING id`,
    [
      ids,
      owner.state === 'reserved' ? owner.orderId : null,
      owner.state === 'held' ? owner.holdId : null,
      owner.state,
      JSON.stringify(geodes),
      booking?.network.address,
      booking?.network.site,
      booking?.seconds,
    ],
  );
  assertAllMoved(allocated, ids);
};

/** Copies what an order needs of a geode: later edits change neither its price nor its text. */
export const snapshotOf = (geode: LockedGeode): ReservedGeode => ({
  geodeId: geode.id,
  quantity: 1,
  priceCents: geode.priceCents,
  title: geode.title,
  size: geode.size,
  location: geode.location,
  crystalType: geode.crystalType,
  tier: geode.tier,
  imageUrls: geode.imageUrls,
});
