import type { Availability, Geode } from '@geodes/contracts';

/** What is known of a geode wherever it is sold: some places keep only part of it. */
export type Sellable = Partial<Pick<Geode, 'availability' | 'isAvailable' | 'availableQuantity'>>;

/** Where `availability` is missing `isAvailable` decides, and where that is missing the units on hand (1 by default). */
export const availabilityOf = ({ availability, isAvailable, availableQuantity }: Sellable): Availability =>
  availability ?? ((isAvailable ?? (availableQuantity ?? 1) >= 1) ? 'available' : 'sold');

/** Writes into a geode what the shop tells of it now. */
export const setAvailability = (geode: Geode, availability: Availability): void => {
  geode.availability = availability;
  geode.isAvailable = availability === 'available';
  geode.availableQuantity = availability === 'available' ? Math.max(1, geode.availableQuantity) : 0;
  geode.quantity = geode.availableQuantity;
};

/** What a shopper is shown: a stone that his own browser holds is in his own checkout. */
export type ShownAvailability = Availability | 'own';

/** The words on the button that would add it to the cart. */
export const buyingText: Record<ShownAvailability, string> = {
  available: 'Add to Cart',
  own: 'In your checkout',
  held: 'In another checkout',
  sold: 'Currently Unavailable',
};
