import type { Hold } from '@geodes/contracts';
import { api } from '../../app/api.js';
import { isApiError, messageOf } from '../../app/api-error.js';
import { writeStored } from '../../app/browser-storage.js';
import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { stepTaken } from '../cart/cart.slice.js';
import { selectCart } from '../cart/use-cart.js';
import { HOLD_KEY, refreshHold } from './hold.js';
import { endHold, takeHold } from './hold.api.js';
import { geodesRefused, holdAsked, holdFailed, holdTaken, refusedBy } from './hold.slice.js';

/** Stones that the shop keeps for one browser. */
const MAX_HELD = 10;
const FASTER = 'Another buyer was faster. Your cart shows which one.';

/** Whether these stones are kept for this browser, and no others. */
const isFor = (hold: Hold | null, ids: readonly string[]): boolean => {
  const held = hold?.items.map(({ geodeId }) => geodeId) ?? [];
  return held.length === ids.length && ids.every((id) => held.includes(id));
};

/** The cart shows which stones cannot be had now; the buyer goes on without them, or does not. */
const showLost =
  (text: string): AppThunk =>
  (dispatch) => {
    dispatch(stepTaken('cart'));
    dispatch(notified({ title: 'A stone is gone', text, tone: 'bad' }));
  };

/**
 * Tells the buyer which geodes of the cart are gone since they looked at it. The shop is asked first: the hold may be one that
 * another tab has just taken. Returns whether something is gone.
 */
export const showNews = (): AppThunk<Promise<boolean>> => async (dispatch, getState) => {
  await dispatch(refreshHold());
  const { isNews, lines } = selectCart(getState());
  const { cart, checkout } = getState();
  if (!isNews || !cart.isOpen || cart.step === 'cart' || checkout.phase !== 'idle') return false;
  const isOfAnother = lines.some(
    ({ item, availability }) => ['held', 'sold'].includes(availability) && !cart.leftOut.includes(item.id),
  );
  dispatch(showLost(isOfAnother ? FASTER : 'Your cart shows which one, and why.'));
  return true;
};

/** From the shipping form to the card, with a hold; not if a geode is gone, which the cart then shows. */
export const continueToPayment = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (selectCart(getState()).isNews && (await dispatch(showNews()))) return;
  const ids = selectCart(getState()).payable.map(({ id }) => id);
  if (await dispatch(holdStones(ids))) dispatch(stepTaken('payment'));
};

/**
 * Keeps these stones for this browser. Answers whether the buyer may go on to pay: not where a stone is gone, which the
 * cart then shows. A shop that keeps nothing now still takes the order.
 */
export const holdStones =
  (ids: readonly string[]): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const wanted = ids.slice(0, MAX_HELD);
    if (isFor(getState().hold.hold, wanted)) return true;
    const items = wanted.map((geodeId) => ({ geodeId, quantity: 1 }));
    dispatch(holdAsked(wanted));
    const { data, error } = await dispatch(takeHold.initiate(items));
    const { cart } = getState();
    if (data && (!cart.isOpen || cart.step === 'cart')) {
      // the buyer has left meanwhile
      dispatch(holdFailed());
      void dispatch(endHold.initiate(data.holdId));
      return false;
    }
    if (data) {
      writeStored('sessionStorage', HOLD_KEY, data.holdId);
      dispatch(holdTaken(data));
      return true;
    }
    if (!isApiError(error) || error.status !== 409) {
      dispatch(holdFailed());
      return true;
    }
    dispatch(geodesRefused(refusedBy(error)));
    dispatch(api.util.invalidateTags(ids.map((id) => ({ type: 'Geode' as const, id }))));
    dispatch(showLost(messageOf(error, FASTER)));
    return false;
  };
