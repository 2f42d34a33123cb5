import { useAppSelector } from '../../app/hooks.js';
import type { RootState } from '../../app/store.js';
import { availabilityOf, type Sellable, type ShownAvailability } from './availability.js';

/** Whether this browser's hold keeps the geode. */
export const isHeldHere = ({ hold: { hold } }: RootState, id: string): boolean =>
  hold?.items.some(({ geodeId }) => geodeId === id) ?? false;

/** What is shown of a geode in this browser. */
export const useAvailability = (geode: Sellable & { id: string }): ShownAvailability => {
  const isOwn = useAppSelector((state) => isHeldHere(state, geode.id));
  const availability = availabilityOf(geode);
  return isOwn && availability !== 'sold' ? 'own' : availability;
};
