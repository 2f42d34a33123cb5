import type { Availability, Geode } from '@geodes/contracts';

/** What is known of a geode wherever it is sold: some places keep only part of it. */
export type Sellable = Partial<Pick<Geode, 'availability' | 'isAvailable' | 'availableQuantity'>>;

/** Where `availability` is missing `isAvailable` decides, and where that is missing the units on hand (1 by default). */
export const availabilityOf = ({ availability, isAvailable, availableQuantity }: Sellable): Availability =>
  availability ?? ((isAvailable ?? (availableQuantity ?? 1) >= 1) ? 'available' : 'sold');

/** The words on the button that would add it to the cart. */
export const buyingWords: Record<Availability, string> = {
  available: 'Add to Cart',
  held: 'In another checkout',
  sold: 'Currently Unavailable',
};
