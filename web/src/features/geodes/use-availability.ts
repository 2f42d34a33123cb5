import { useAppSelector } from '../../app/hooks.js';
import type { RootState } from '../../app/store.js';
import { availabilityOf, type Sellable, type ShownAvailability } from './availability.js';

/** Whether this browser's hold keeps the geode. */
export const isHeldHere = ({ hold: { hold } }: RootState, id: string): boolean =>
  hold?.items.some(({ geodeId }) => geodeId === id) ?? false;

/**
 * Also while the buyer is asked whether to go on, since the shop may not have told yet that the stone is on sale again, and while
 * a hold is asked for, since it may have told of that before it answers.
 */
export const isKeptHere = (state: RootState, id: string): boolean =>
  isHeldHere(state, id) ||
  state.hold.asked.includes(id) ||
  (state.hold.ended?.items.some(({ geodeId }) => geodeId === id) ?? false);

/** What is shown of a geode in this browser. */
export const useAvailability = (geode: Sellable & { id: string }): ShownAvailability => {
  const isOwn = useAppSelector((state) => isHeldHere(state, geode.id));
  const availability = availabilityOf(geode);
  return isOwn && availability !== 'sold' ? 'own' : availability;
};
