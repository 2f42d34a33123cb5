import type { Availability } from '@geodes/contracts';

interface Sellable {
  unitsAvailable: number;
  unitsReserved: number;
  availableFrom: Date | null;
}

/** Decides what the site shows. `held` means none on sale, but a hold or an unpaid order may return a unit. */
export const availability = (
  { unitsAvailable, unitsReserved, availableFrom }: Sellable,
  now = new Date(),
): Availability => {
  if (unitsAvailable > 0) return availableFrom && availableFrom > now ? 'upcoming' : 'available';
  return unitsReserved > 0 ? 'held' : 'sold';
};

/** A condition in SQL: the site lists the geode, since it is neither sold out nor a draft. A generated column. */
export const LISTED = 'is_unsold';

/** A condition in SQL: the geode goes on sale later. */
export const OPENS_LATER = 'available_from > now()';

/** The same as `availability`, in SQL. */
export const AVAILABILITY = `CASE WHEN units_available > 0 THEN CASE WHEN ${OPENS_LATER} THEN 'upcoming' ELSE 'available' END
  WHEN units_reserved > 0 THEN 'held' ELSE 'sold' END`;
