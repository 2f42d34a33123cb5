import type { DataSource } from 'typeorm';
import type { Holder } from '@geodes/contracts';
import { AppError, withRetry } from '@geodes/kit';
import { anyOfIds } from '../any-of-ids.js';

/** A geode that an order or a hold cannot have. It has no title if the catalogue does not know it. */
export interface UnavailableGeode {
  id: string;
  title?: string;
  /** An unpaid order of the same browser has it. */
  isOrdered?: boolean;
}

interface GeodeHolders {
  id: string;
  title: string;
  unitsAvailable: number;
  holders: UnitHolder[];
}

/** The hold of a unit, or the hold that an order took the unit from. */
interface UnitHolder {
  browserId: string;
  state: 'held' | 'reserved';
}

const GEODES_AND_HOLDERS = `
  SELECT id, title, units_available AS "unitsAvailable",
         ARRAY (SELECT json_build_object('browserId', hold.browser_id, 'state', state)
                  FROM reservation JOIN hold ON hold.id = hold_id
                 WHERE geode_id = geode.id AND state IN ('held', 'reserved')) AS holders
    FROM geode WHERE id = ${anyOfIds('$1')}`;

/** Finds which of these geodes are unavailable to the holder now. Takes no lock, so the result may be outdated. */
export const findUnavailable = async (
  database: DataSource,
  ids: string[],
  holder: Holder,
): Promise<UnavailableGeode[]> => {
  const geodes: GeodeHolders[] = await withRetry(() => database.query(GEODES_AND_HOLDERS, [ids]));
  return ids.flatMap((id) => {
    const geode = geodes.find((candidate) => candidate.id === id);
    if (geode && isAvailableTo(geode, holder)) return [];
    return [{ id, title: geode?.title, isOrdered: geode ? holdersLike(geode, holder).length > 0 : false }];
  });
};

const isAvailableTo = (geode: GeodeHolders, holder: Holder): boolean =>
  geode.unitsAvailable > 0 || holdersLike(geode, holder).some(({ state }) => state === 'held');

const holdersLike = ({ holders }: GeodeHolders, { browserId }: Holder): UnitHolder[] =>
  holders.filter((unit) => unit.browserId === browserId);

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Builds the OUT_OF_STOCK error. `orderedIds` are the geodes that an unpaid order of the same browser has. */
export const outOfStock = (unavailable: UnavailableGeode[]): AppError => {
  const ordered = unavailable.filter(({ isOrdered }) => isOrdered);
  const lost = unavailable.filter(({ isOrdered }) => !isOrdered);
  // A geode that the catalogue does not know was deleted, not sold.
  const why = lost.some(({ title }) => title !== undefined) ? 'available: another buyer was faster' : 'offered';
  const sentences = [
    lost.length > 0 && `${subject(lost)} no longer ${why}.`,
    ordered.length > 0 && `${subject(ordered)} already in an order of yours that is not finished yet.`,
  ];
  const orderedIds = ordered.map(({ id }) => id);
  return new AppError('OUT_OF_STOCK', sentences.filter(Boolean).join(' '), {
    geodeIds: unavailable.map(({ id }) => id),
    ...(orderedIds.length > 0 && { orderedIds }),
  });
};

/** Lists the titles, followed by "is" or "are". */
const subject = (geodes: UnavailableGeode[]): string => {
  const titles = geodes.flatMap(({ title }) => (title === undefined ? [] : [`“${title}”`]));
  const names = list.format([...titles, ...untitled(geodes.length - titles.length, titles.length > 0)]);
  return `${names} ${geodes.length === 1 ? 'is' : 'are'}`;
};

const untitled = (count: number, afterOthers: boolean): string[] => {
  if (count === 0) return [];
  if (count === 1) return [afterOthers ? 'one more geode' : 'A geode in your cart'];
  return [`${count} ${afterOthers ? 'more ' : ''}geodes`];
};
