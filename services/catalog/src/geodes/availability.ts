import type { Availability } from '@geodes/contracts';

export interface Units {
  unitsAvailable: number;
  unitsReserved: number;
}

/** Decides what the site shows. `held` means none on sale, but a hold or an unpaid order may return a unit. */
export const availability = ({ unitsAvailable, unitsReserved }: Units): Availability => {
  if (unitsAvailable > 0) return 'available';
  return unitsReserved > 0 ? 'held' : 'sold';
};

/** A condition in SQL: the geode is not sold out. A generated column, see geode.entity.ts. */
export const UNSOLD = 'is_unsold';

/** The same as `availability`, in SQL. */
export const AVAILABILITY =
  "CASE WHEN units_available > 0 THEN 'available' WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END";
