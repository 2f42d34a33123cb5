import type { Availability } from '@geodes/contracts';

export interface Units {
  unitsAvailable: number;
  unitsReserved: number;
}

/** What a shopper is told: a geode in another's checkout is held, one with nothing left is sold. */
export const availability = ({ unitsAvailable, unitsReserved }: Units): Availability => {
  if (unitsAvailable > 0) return 'available';
  return unitsReserved > 0 ? 'held' : 'sold';
};

/** What is not sold out, in SQL. */
export const UNSOLD = 'is_unsold';

/** `availability` in SQL. */
export const AVAILABILITY =
  "CASE WHEN units_available > 0 THEN 'available' WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END";
