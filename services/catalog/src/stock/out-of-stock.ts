import { AppError } from '@geodes/kit';

/** A geode that an order cannot have; without a title where the catalogue does not know it. */
export interface UnavailableGeode {
  id: string;
  title?: string;
  /** The browser that asks has it in an order of its own, which is not paid yet. */
  isOrdered?: boolean;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What the buyer is told, and which geodes to take out of the cart: `orderedIds` are those of an order of their own. */
export const outOfStock = (gone: UnavailableGeode[]): AppError => {
  const ordered = gone.filter(({ isOrdered }) => isOrdered);
  const lost = gone.filter(({ isOrdered }) => !isOrdered);
  // what the catalogue does not know was taken out of it, not sold
  const why = lost.some(({ title }) => title !== undefined) ? 'available: another buyer was faster' : 'offered';
  const sentences = [
    lost.length > 0 && `${subject(lost)} no longer ${why}.`,
    ordered.length > 0 && `${subject(ordered)} already in an order of yours that is not finished yet.`,
  ];
  const orderedIds = ordered.map(({ id }) => id);
  return new AppError('OUT_OF_STOCK', sentences.filter(Boolean).join(' '), {
    geodeIds: gone.map(({ id }) => id),
    ...(orderedIds.length > 0 && { orderedIds }),
  });
};

/** The titles as a list, and the verb. */
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
