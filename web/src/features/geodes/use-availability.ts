import { useAppSelector } from '../../app/hooks.js';
import type { RootState } from '../../app/store.js';
import { availabilityOf, type Sellable, type ShownAvailability } from './availability.js';

/** Whether this browser's hold keeps the geode. */
export const isHeldHere = ({ hold: { hold } }: RootState, id: string): boolean =>
  hold?.items.some(({ geodeId }) => geodeId === id) ?? false;

/**
 * Also while a hold is asked for, since the shop may publish it before it responds, and after this browser has released the
 * geode, until the shop has published that it is on sale again.
 */
export const isKeptHere = (state: RootState, id: string): boolean =>
  isHeldHere(state, id) || state.hold.asked.includes(id) || state.hold.released.includes(id);

/** What is shown of a geode in this browser. */
export const useAvailability = (geode: Sellable & { id: string }): ShownAvailability => {
  const isHeld = useAppSelector((state) => isHeldHere(state, geode.id));
  const isKept = useAppSelector((state) => isKeptHere(state, geode.id));
  const availability = availabilityOf(geode);
  return (isHeld && availability === 'available') || (isKept && availability === 'held') ? 'own' : availability;
};
