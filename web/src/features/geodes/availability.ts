import type { Availability, Geode } from '@geodes/contracts';
import { useAppSelector } from '../../app/hooks.js';
import type { RootState } from '../../app/store.js';

/** The availability fields of a geode; some stored entries have only part of them. */
export type Sellable = Partial<Pick<Geode, 'availability' | 'isAvailable' | 'availableQuantity'>>;

/** Returns the availability: from `availability`, else `isAvailable`, else the units on hand (1 by default). */
export const availabilityOf = ({ availability, isAvailable, availableQuantity }: Sellable): Availability =>
  availability ?? ((isAvailable ?? (availableQuantity ?? 1) >= 1) ? 'available' : 'sold');

/** Updates a geode with its new availability. An upcoming one has all of its units. */
export const setAvailability = (geode: Geode, availability: Availability): void => {
  geode.availability = availability;
  geode.isAvailable = availability === 'available';
  if (availability === 'upcoming') return;
  geode.availableQuantity = availability === 'available' ? Math.max(1, geode.availableQuantity) : 0;
  geode.quantity = geode.availableQuantity;
};

/** Availability as shown to the buyer: a geode in this browser's hold is `own`. */
export type ShownAvailability = Availability | 'own';

/** Labels of the button that adds it to the cart. */
export const buyingText: Record<ShownAvailability, string> = {
  available: 'Add to Cart',
  own: 'In your checkout',
  held: 'In another checkout',
  sold: 'Currently Unavailable',
  upcoming: 'On sale soon',
};

/** Returns whether this browser's hold has the geode. */
const isHeldHere = ({ hold: { hold } }: RootState, id: string): boolean =>
  hold?.items.some(({ geodeId }) => geodeId === id) ?? false;

/**
 * Returns true also while a hold request is in flight, because the shop may publish the hold before it responds, and
 * after a release until the shop has published that the geode is on sale again.
 */
export const mayBeHeldHere = (state: RootState, id: string): boolean =>
  isHeldHere(state, id) || state.hold.requested.includes(id) || state.hold.released.includes(id);

/** Returns the availability that this browser shows for a geode. */
export const useAvailability = (geode: Sellable & { id: string }): ShownAvailability => {
  const isHeld = useAppSelector((state) => isHeldHere(state, geode.id));
  const mayBeHeld = useAppSelector((state) => mayBeHeldHere(state, geode.id));
  const availability = availabilityOf(geode);
  return (isHeld && availability === 'available') || (mayBeHeld && availability === 'held') ? 'own' : availability;
};
