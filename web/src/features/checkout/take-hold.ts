import type { Hold } from '@geodes/contracts';
import { api } from '../../app/api.js';
import { isApiError, messageOf } from '../../app/api-error.js';
import { readStored, writeStored } from '../../app/browser-storage.js';
import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { stepTaken } from '../cart/cart.slice.js';
import { selectCart } from '../cart/use-cart.js';
import { withChallenge } from '../challenge/needed-challenge.js';
import { geodeTag, lastUnitHeld } from '../geodes/geodes.api.js';
import { HOLD_KEY, isAtPayment, paymentLeft, refreshHold, releaseHold } from './hold.js';
import { takeHold } from './checkout.api.js';
import { MAX_HELD, MAX_ORDERED, TOO_MANY } from './hold-text.js';
import { geodesRefused, holdRequested, holdFailed, holdTaken, refusedBy } from './hold.slice.js';

const LATER = 'The stones cannot be held right now. Please try again in a minute.';
const FASTER = 'Another buyer was faster. Your cart shows which one.';

/** Returns whether this browser's hold has exactly these geodes. */
const isFor = (hold: Hold | null, ids: readonly string[]): boolean => {
  const held = hold?.items.map(({ geodeId }) => geodeId) ?? [];
  return held.length === ids.length && ids.every((id) => held.includes(id));
};

/** Opens the cart, which shows what keeps the buyer from paying: unavailable geodes, or too many. */
const showCart =
  (text: string, title = 'A stone is gone'): AppThunk =>
  (dispatch) => {
    dispatch(stepTaken('cart'));
    dispatch(notified({ title, text, tone: 'bad' }));
  };

/**
 * Tells the buyer which geodes of the cart are gone since they looked at it. Asks the shop first, because another tab
 * may just have taken the hold. Returns whether something is gone.
 */
export const showNewLosses = (): AppThunk<Promise<boolean>> => async (dispatch, getState) => {
  await dispatch(refreshHold());
  const { hasNewLosses, lines } = selectCart(getState());
  const { cart, checkout } = getState();
  if (!hasNewLosses || !cart.isOpen || cart.step === 'cart' || checkout.phase !== 'idle') return false;
  const isOfAnother = lines.some(
    ({ item, availability }) => ['held', 'sold'].includes(availability) && !cart.leftOut.includes(item.id),
  );
  dispatch(showCart(isOfAnother ? FASTER : 'Your cart shows which one, and why.'));
  return true;
};

/** Takes a hold and goes on to the payment step. If a geode is gone, opens the cart instead. */
export const continueToPayment = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (selectCart(getState()).hasNewLosses && (await dispatch(showNewLosses()))) return;
  const ids = selectCart(getState()).payable.map(({ id }) => id);
  if (await dispatch(holdGeodes(ids))) dispatch(stepTaken('payment'));
};

/**
 * Holds these geodes. Returns whether the buyer may go on to pay: false if a geode is gone, there are too many for one
 * order or the buyer has to wait. If the shop cannot hold now, it still accepts the order.
 */
const holdGeodes =
  (ids: readonly string[]): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    if (ids.length > MAX_ORDERED) {
      dispatch(showCart(TOO_MANY, 'Too many for one order'));
      return false;
    }
    // The shop knows a hold by its cookie: it would refuse the order of a browser that takes none. That reserves by itself.
    if (!navigator.cookieEnabled) return true;
    const wanted = ids.slice(0, MAX_HELD);
    const { hold } = getState().hold;
    if (isFor(hold, wanted)) {
      if (hold && readStored('sessionStorage', HOLD_KEY) !== hold.holdId) {
        // Another tab took the hold, and may have been left a moment ago.
        writeStored('sessionStorage', HOLD_KEY, hold.holdId);
        void dispatch(refreshHold());
      }
      return true;
    }
    const items = wanted.map((geodeId) => ({ geodeId, quantity: 1 }));
    dispatch(holdRequested(wanted));
    const { data, error } = await withChallenge((challenge) => dispatch(takeHold.initiate({ items, challenge })));
    const { cart } = getState();
    if (!cart.isOpen || cart.step === 'cart') {
      // The buyer has left the payment step meanwhile.
      dispatch(data ? holdTaken(data) : holdFailed());
      // A hold that could not be replaced may be another tab's.
      if (data) dispatch(releaseHold());
      return false;
    }
    if (data) {
      writeStored('sessionStorage', HOLD_KEY, data.holdId);
      dispatch(holdTaken(data));
      // Before its live event: a release must not find the geode on sale from before the hold.
      for (const { geodeId } of data.items) dispatch(lastUnitHeld(geodeId));
      return true;
    }
    return dispatch(reportNoHold(error, ids));
  };

/** Handles a failed hold request. Returns whether the buyer may go on to pay without a hold. */
const reportNoHold =
  (error: unknown, ids: readonly string[]): AppThunk<boolean> =>
  (dispatch) => {
    if (isApiError(error) && error.status === 409) {
      dispatch(geodesRefused(refusedBy(error)));
      dispatch(api.util.invalidateTags(ids.map(geodeTag)));
      const title = error.code === 'NOT_YET' ? 'Not on sale yet' : undefined;
      dispatch(showCart(messageOf(error, FASTER), title));
      return false;
    }
    dispatch(holdFailed());
    void dispatch(refreshHold());
    // An order would be refused for the same reason.
    const mustWait = isApiError(error) && (error.status === 428 || error.status === 429);
    if (mustWait) dispatch(notified({ title: 'Not on hold yet', text: messageOf(error, LATER), tone: 'bad' }));
    return !mustWait;
  };

/** Holds these geodes for the payment step, and releases them if the buyer has left it meanwhile. */
export const holdForPayment =
  (ids: readonly string[]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    await dispatch(holdGeodes(ids));
    if (!isAtPayment(getState())) dispatch(paymentLeft());
  };
