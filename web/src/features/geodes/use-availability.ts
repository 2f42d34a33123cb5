import { useAppSelector } from '../../app/hooks.js';
import type { RootState } from '../../app/store.js';
import { availabilityOf, type Sellable, type ShownAvailability } from './availability.js';

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
  const isKept = useAppSelector((state) => mayBeHeldHere(state, geode.id));
  const availability = availabilityOf(geode);
  return (isHeld && availability === 'available') || (isKept && availability === 'held') ? 'own' : availability;
};
