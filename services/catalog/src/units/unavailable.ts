import { type NotYetDetails, saleTimeText } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import type { LockedGeode } from './locks.js';

/** A geode that an order or a hold cannot have. It has no title if the catalogue does not know it or it is a draft. */
export interface UnavailableGeode {
  id: string;
  title?: string;
  /** An unpaid order of the same browser has it. */
  isOrdered?: boolean;
  /** It goes on sale then. */
  opensAt?: Date;
}

export type GeodeState = Pick<
  LockedGeode,
  'id' | 'title' | 'unitsAvailable' | 'isDraft' | 'availableFrom' | 'opensLater'
>;

/** Whether a unit of the geode can be taken by a buyer who does not hold one. */
export const isOnSale = ({ unitsAvailable, isDraft, opensLater }: GeodeState): boolean =>
  unitsAvailable > 0 && !isDraft && !opensLater;

/** Finds which of these geodes are not on sale among those that the caller has locked. */
export const missingAmong = (locked: readonly LockedGeode[], ids: readonly string[]): UnavailableGeode[] =>
  ids.flatMap((id) => {
    const geode = locked.find((candidate) => candidate.id === id);
    return geode && isOnSale(geode) ? [] : unavailableGeode(id, geode);
  });

/** Describes a geode that is not on sale; `geode` is undefined if there is no such geode. */
export const unavailableGeode = (id: string, geode: GeodeState | undefined): UnavailableGeode => {
  if (!geode || geode.isDraft) return { id };
  const { title, unitsAvailable, opensLater, availableFrom } = geode;
  return { id, title, ...(unitsAvailable > 0 && opensLater && availableFrom && { opensAt: availableFrom }) };
};

/** Builds NOT_YET if all of the geodes go on sale later, else the OUT_OF_STOCK error of the others. */
export const refusalOf = (unavailable: UnavailableGeode[]): AppError => {
  const lost = unavailable.filter(({ opensAt }) => !opensAt);
  return lost.length > 0 ? outOfStock(lost) : notYet(unavailable);
};

const notYet = (unavailable: UnavailableGeode[]): AppError => {
  const last = Math.max(...unavailable.flatMap(({ opensAt }) => opensAt?.getTime() ?? []));
  const details: NotYetDetails = {
    geodeIds: unavailable.map(({ id }) => id),
    availableFrom: new Date(last).toISOString(),
  };
  const verb = unavailable.length === 1 ? 'goes' : 'go';
  return new AppError(
    'NOT_YET',
    `${namesOf(unavailable)} ${verb} on sale on ${saleTimeText(details.availableFrom)}.`,
    details,
  );
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Builds the OUT_OF_STOCK error. `orderedIds` are the geodes that an unpaid order of the same browser has. */
const outOfStock = (unavailable: UnavailableGeode[]): AppError => {
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
const subject = (geodes: UnavailableGeode[]): string => `${namesOf(geodes)} ${geodes.length === 1 ? 'is' : 'are'}`;

const namesOf = (geodes: UnavailableGeode[]): string => {
  const titles = geodes.flatMap(({ title }) => (title === undefined ? [] : [`“${title}”`]));
  return list.format([...titles, ...untitled(geodes.length - titles.length, titles.length > 0)]);
};

const untitled = (count: number, afterOthers: boolean): string[] => {
  if (count === 0) return [];
  if (count === 1) return [afterOthers ? 'one more geode' : 'A geode in your cart'];
  return [`${count} ${afterOthers ? 'more ' : ''}geodes`];
};
