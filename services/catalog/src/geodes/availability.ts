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

/** The same rule in SQL, word for word as in the partial indexes: what is not sold out. */
export const UNSOLD = 'units_available + units_reserved > 0';

/** `availability` in SQL. */
export const AVAILABILITY =
  "CASE WHEN units_available > 0 THEN 'available' WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END";
