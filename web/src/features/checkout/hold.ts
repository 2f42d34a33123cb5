import type { Availability, Hold } from '@geodes/contracts';
import { readStored, writeStored } from '../../app/browser-storage.js';
import { listenLive } from '../../app/live-listeners.js';
import type { AppStore, AppThunk, RootState } from '../../app/store.js';
import { getGeode } from '../geodes/geodes.api.js';
import { currentHold, endHold } from './hold.api.js';
import { backOnSale, holdGone, holdTaken } from './hold.slice.js';

/** Where the hold is stored: in localStorage the hold, in sessionStorage the id of what is paid for in this tab. */
export const HOLD_KEY = 'geode-hold';
/** Seconds in which a page that was left may come back. */
const LEFT_FOR = 10;
/** How far the clocks that tabs show may be apart, milliseconds. */
const CLOCK_STEP_MS = 2_000;

const isAtPayment = ({ cart }: RootState): boolean => cart.isOpen && cart.step === 'payment';

/** What was stored, if it is a hold. */
const storedHold = (): Hold | null => {
  const { holdId, expiresAt, items } = (readStored('localStorage', HOLD_KEY) ?? {}) as Partial<Hold>;
  const isWhole = typeof holdId === 'string' && typeof expiresAt === 'string' && Array.isArray(items);
  return isWhole && Date.parse(expiresAt) > Date.now() ? { holdId, expiresAt, items } : null;
};

/** The buyer has left the payment, or there is nothing left to pay. What an order has taken over stays with it. */
const giveUpHold = (): AppThunk => (dispatch, getState) => {
  const { hold, ended } = getState().hold;
  if (!hold && !ended) return;
  dispatch(holdGone(null));
  if (hold) void dispatch(endHold.initiate(hold.holdId));
};

/** The payment step is gone: not where an order is under way, which has the stones now. */
export const paymentLeft = (): AppThunk => (dispatch, getState) => {
  if (getState().checkout.phase === 'idle') dispatch(giveUpHold());
};

/**
 * The hold has ended without this tab. A buyer who is about to pay is asked whether to continue, unless the payment step
 * takes a new hold by itself: that is on its way, or follows because the cart was changed in another tab.
 */
const loseHold =
  (reason: 'byTime' | 'inOtherTab'): AppThunk =>
  (dispatch, getState) => {
    const { hold, cart, checkout } = getState();
    const isInCart = hold.hold?.items.every(({ geodeId }) => cart.items.some(({ id }) => id === geodeId));
    const mayAsk = isAtPayment(getState()) && checkout.phase === 'idle' && isInCart && hold.asked.length === 0;
    dispatch(holdGone(mayAsk ? reason : null));
  };

/**
 * Takes over what the shop says of this browser's hold: after a reload, after a declined card, which gives it time again, and
 * before the buyer is told that a geode is gone.
 */
export const refreshHold = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const before = getState().hold;
  if (before.asked.length > 0) return;
  const { data, error } = await dispatch(currentHold.initiate());
  const { hold, checkout } = getState();
  if (error || hold.hold !== before.hold || hold.asked.length > 0 || checkout.phase !== 'idle') return;
  if (data) dispatch(holdTaken(data));
  else if (hold.hold) dispatch(loseHold('byTime'));
};

/** The time is up; the buyer is asked, and what was typed stays. */
export const holdRanOut = (): AppThunk => (dispatch, getState) => {
  if (getState().checkout.phase === 'idle') dispatch(loseHold('byTime'));
};

const shownAs = (state: RootState, id: string): Availability | undefined =>
  getGeode.select(id)(state).data?.availability;

/** A stone of this browser's hold is on sale: its time is up, or the owner has ended the hold. */
const followHold = (store: AppStore): void => {
  listenLive((message) => {
    const { hold } = store.getState().hold;
    const freed = message.name === 'availability' && message.availability === 'available' ? message.id : undefined;
    if (freed && store.getState().hold.ordered.includes(freed)) store.dispatch(backOnSale([freed]));
    const isOfHold = hold?.items.some(({ geodeId }) => geodeId === freed);
    if (hold && (isOfHold || message.name === 'reset')) void store.dispatch(refreshHold());
  });
  store.subscribe(() => {
    const state = store.getState();
    // a geode that no cart watches is not followed: for it, what the lists show counts
    const shown = state.hold.released.filter((id) => ['available', undefined].includes(shownAs(state, id)));
    if (shown.length > 0) store.dispatch(backOnSale(shown));
  });
};

/** A stone that was taken out of the cart is kept for nobody: what stays in it is held anew by the payment step. */
const followCart = (store: AppStore): void => {
  let known = store.getState().cart.items;
  store.subscribe(() => {
    const state = store.getState();
    const { cart, checkout, hold } = state;
    if (cart.items === known) return;
    known = cart.items;
    if (checkout.phase !== 'idle' || isAtPayment(state)) return;
    const isInCart = (id: string) => cart.items.some((item) => item.id === id);
    if (hold.hold?.items.some(({ geodeId }) => !isInCart(geodeId))) store.dispatch(giveUpHold());
  });
};

/** Another tab removes the hold before its geodes are on sale again; a hold that ran out, or that the owner ended, not. */
const whyEnded = (state: RootState): 'byTime' | 'inOtherTab' => {
  const { hold } = state.hold;
  const isOver = hold && Date.parse(hold.expiresAt) - Date.now() < CLOCK_STEP_MS;
  const isOnSale = hold?.items.some(({ geodeId }) => shownAs(state, geodeId) === 'available');
  return isOver || isOnSale ? 'byTime' : 'inOtherTab';
};

/** The tabs of a browser have one hold; a page that is left gives it up unless it comes back within ten seconds. */
export const keepHold = (store: AppStore): void => {
  followHold(store);
  followCart(store);
  let known = store.getState().hold.hold;
  store.subscribe(() => {
    const { hold } = store.getState().hold;
    if (hold === known) return;
    known = hold;
    writeStored('localStorage', HOLD_KEY, hold);
  });
  const fromStorage = () => {
    const stored = storedHold();
    if (stored?.holdId === store.getState().hold.hold?.holdId) return;
    store.dispatch(stored ? holdTaken(stored) : loseHold(whyEnded(store.getState())));
  };
  window.addEventListener('storage', ({ key }) => (key === null || key === HOLD_KEY) && fromStorage());
  window.addEventListener('pagehide', () => {
    const { hold } = store.getState().hold;
    // a tab that only shows the hold may go; the one that pays may not
    const isPaidHere = hold?.holdId === readStored('sessionStorage', HOLD_KEY);
    if (hold && isPaidHere)
      void fetch(`/api/holds/${hold.holdId}?after=${LEFT_FOR}`, { method: 'DELETE', keepalive: true });
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void store.dispatch(refreshHold()));
  const stored = storedHold();
  if (!stored) return;
  store.dispatch(holdTaken(stored));
  void store.dispatch(refreshHold());
};
