import { AppError } from '@geodes/kit';

/** A geode that an order cannot have; without a title where the catalogue does not know it. */
export interface Gone {
  id: string;
  title?: string;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What the buyer is told, and which geodes to take out of the cart. */
export const toldOutOfStock = (gone: Gone[]): { message: string; details: { geodeIds: string[] } } => {
  const titles = gone.flatMap(({ title }) => (title === undefined ? [] : [`“${title}”`]));
  const names = list.format([...titles, ...untitled(gone.length - titles.length, titles.length > 0)]);
  // what the catalogue does not know was taken out of it, not sold
  const why = titles.length > 0 ? 'available: another buyer was faster' : 'offered';
  const message = `${names} ${gone.length === 1 ? 'is' : 'are'} no longer ${why}.`;
  return { message, details: { geodeIds: gone.map(({ id }) => id) } };
};

export const outOfStock = (gone: Gone[]): AppError => {
  const { message, details } = toldOutOfStock(gone);
  return new AppError('OUT_OF_STOCK', message, details);
};

const untitled = (count: number, afterOthers: boolean): string[] => {
  if (count === 0) return [];
  if (count === 1) return [afterOthers ? 'one more geode' : 'A geode in your cart'];
  return [`${count} ${afterOthers ? 'more ' : ''}geodes`];
};
