import type { Availability } from '@geodes/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { isApiError } from '../../app/api-error.js';
import { useAppSelector } from '../../app/hooks.js';
import type { RootState } from '../../app/store.js';
import { availabilityOf, mayBeHeldHere } from '../geodes/availability.js';
import { getGeode } from '../geodes/geodes.api.js';
import { totalsOf, type CartItem } from './cart-rules.js';

export interface CartLineState {
  item: CartItem;
  /**
   * Availability in the catalogue: `available` until the catalogue has responded, `withdrawn` if it no longer has the
   * geode. `ordered`: an order of this browser has it. `gone`: sold, without evidence of another buyer.
   */
  availability: Availability | 'withdrawn' | 'ordered' | 'gone';
}

const availabilityIn = (state: RootState, item: CartItem): CartLineState['availability'] => {
  // Sold to this buyer: the response to the order is still in flight.
  if (state.checkout.phase === 'paying') return 'available';
  const { data, error } = getGeode.select(item.id)(state);
  if (isApiError(error) && error.status === 404) return 'withdrawn';
  if (!data) return 'available';
  const availability = availabilityOf(data);
  if (availability === 'available') return availability;
  if (state.hold.ordered.includes(item.id)) return 'ordered';
  if (mayBeHeldHere(state, item.id)) return availability === 'held' ? 'available' : 'gone';
  return availability === 'sold' && state.hold.heldBefore.includes(item.id) ? 'gone' : availability;
};

const selectAvailabilities = (state: RootState): string =>
  state.cart.items.map((item) => availabilityIn(state, item)).join();

export const selectCart = createSelector(
  [
    (state: RootState) => state.cart.items,
    selectAvailabilities,
    (state: RootState) => state.cart.isFirstTimeCustomer,
    (state: RootState) => state.cart.leftOut,
    (state: RootState) => state.cart.step,
  ],
  (items, availabilities, isFirstTime, leftOut, step) => {
    const known = availabilities.split(',') as CartLineState['availability'][];
    const lines: CartLineState[] = items.map((item, index) => ({ item, availability: known[index] ?? 'available' }));
    // Geodes left out stay out until the buyer looks at the cart again, even if they become available meanwhile.
    const isLeftOut = ({ item }: CartLineState) => step !== 'cart' && leftOut.includes(item.id);
    const payable = lines
      .filter((line) => line.availability === 'available' && !isLeftOut(line))
      .map(({ item }) => item);
    const lost = lines.filter(({ availability }) => availability !== 'available').map(({ item }) => item.id);
    const hasNewLosses = lost.some((id) => !leftOut.includes(id));
    return { lines, payable, lost, hasNewLosses, totals: totalsOf(payable, isFirstTime) };
  },
);

/**
 * Returns the cart's lines, the payable items with their totals, the lost geodes, and whether the buyer has not seen
 * all losses yet.
 */
export const useCart = () => useAppSelector(selectCart);
