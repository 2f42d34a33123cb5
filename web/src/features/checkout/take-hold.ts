import type { Hold } from '@geodes/contracts';
import { api } from '../../app/api.js';
import { isApiError, messageOf } from '../../app/api-error.js';
import { writeStored } from '../../app/browser-storage.js';
import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { stepTaken } from '../cart/cart.slice.js';
import { HOLD_KEY } from './hold.js';
import { endHold, takeHold } from './hold.api.js';
import { holdAsked, holdGone, holdTaken } from './hold.slice.js';

/** Stones that the shop keeps for one browser. */
const MOST_HELD = 10;
const FASTER = 'Another buyer was faster. Your cart shows which one.';

/** Whether these stones are kept for this browser, and no others. */
const isFor = (hold: Hold | null, ids: readonly string[]): boolean => {
  const held = hold?.items.map(({ geodeId }) => geodeId) ?? [];
  return held.length === ids.length && ids.every((id) => held.includes(id));
};

/** The cart shows which stones cannot be had now; the buyer goes on without them, or does not. */
export const showLost =
  (text = FASTER): AppThunk =>
  (dispatch) => {
    dispatch(stepTaken('cart'));
    dispatch(notified({ title: 'A stone is gone', text, tone: 'bad' }));
  };

/**
 * Keeps these stones for this browser. Answers whether the buyer may go on to pay: not where a stone is gone, which the
 * cart then shows. A shop that keeps nothing now still takes the order.
 */
export const holdStones =
  (ids: readonly string[]): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const wanted = ids.slice(0, MOST_HELD);
    if (isFor(getState().hold.hold, wanted)) return true;
    const items = wanted.map((geodeId) => ({ geodeId, quantity: 1 }));
    dispatch(holdAsked(wanted));
    const { data, error } = await dispatch(takeHold.initiate(items));
    const { cart } = getState();
    if (data && (!cart.isOpen || cart.step === 'cart')) {
      // the buyer has left meanwhile
      dispatch(holdGone({ byTime: false }));
      void dispatch(endHold.initiate(data.holdId));
      return false;
    }
    if (data) {
      writeStored('sessionStorage', HOLD_KEY, data.holdId);
      dispatch(holdTaken(data));
      return true;
    }
    if (!isApiError(error) || error.status !== 409) {
      dispatch(holdGone({ byTime: false }));
      return true;
    }
    dispatch(holdAsked([]));
    dispatch(api.util.invalidateTags(ids.map((id) => ({ type: 'Geode' as const, id }))));
    dispatch(showLost(messageOf(error, FASTER)));
    return false;
  };
