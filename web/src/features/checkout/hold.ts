import type { Availability, Hold } from '@geodes/contracts';
import { readStored, writeStored } from '../../app/browser-storage.js';
import { listenLive } from '../../app/live-listeners.js';
import { type AppStore, type AppThunk, type RootState, watch } from '../../app/store.js';
import { getGeode } from '../geodes/geodes.api.js';
import { currentHold, endHold } from './checkout.api.js';
import { failureCleared } from './checkout.slice.js';
import { backOnSale, holdGone, holdTaken, releaseNotFollowed } from './hold.slice.js';

/** Storage keys: localStorage has the hold, sessionStorage the id of the hold being paid for in this tab. */
export const HOLD_KEY = 'geode-hold';
/** localStorage: when a tab that paid for the hold was left. Tells the tabs that still pay for it. */
const LEFT_KEY = 'geode-hold-left';
/** Seconds within which a left page may return. */
const LEFT_FOR_S = 10;
/** Milliseconds after which another tab keeps the hold of a left page: not before the shop knows that it was left. */
const KEEP_AFTER_MS = 2_000;
/** Tolerated difference between the clocks of tabs, milliseconds. */
const CLOCK_STEP_MS = 2_000;

export const isAtPayment = ({ cart }: RootState): boolean => cart.isOpen && cart.step === 'payment';

const isInCart = ({ cart }: RootState, id: string): boolean => cart.items.some((item) => item.id === id);

/** Reads the stored hold; null if it is invalid. */
const storedHold = (): Hold | null => {
  const { holdId, expiresAt, items } = (readStored('localStorage', HOLD_KEY) ?? {}) as Partial<Hold>;
  const isWhole = typeof holdId === 'string' && typeof expiresAt === 'string' && Array.isArray(items);
  return isWhole && Date.parse(expiresAt) > Date.now() ? { holdId, expiresAt, items } : null;
};

/**
 * Releases the hold after the buyer has left the payment or nothing is left to pay. Geodes of an order stay with the
 * order.
 */
export const releaseHold = (): AppThunk => (dispatch, getState) => {
  const { hold, ended } = getState().hold;
  if (!hold && !ended) return;
  dispatch(holdGone(null));
  if (hold) void dispatch(endHold.initiate(hold.holdId));
};

/**
 * Releases the hold when the payment step unmounts and clears the failure of its card form, unless an order is under
 * way, which has the geodes now.
 */
export const paymentLeft = (): AppThunk => (dispatch, getState) => {
  if (getState().checkout.phase !== 'idle') return;
  dispatch(failureCleared());
  dispatch(releaseHold());
};

/**
 * Handles the end of the hold outside this tab. At the payment step the buyer is asked whether to continue, unless the
 * step takes a new hold itself: a request is in flight, or will follow because another tab changed the cart.
 */
const loseHold =
  (reason: 'byTime' | 'inOtherTab'): AppThunk =>
  (dispatch, getState) => {
    const state = getState();
    const { hold, checkout } = state;
    const areInCart = hold.hold?.items.every(({ geodeId }) => isInCart(state, geodeId));
    const mayAsk = isAtPayment(state) && checkout.phase === 'idle' && areInCart && hold.requested.length === 0;
    dispatch(holdGone(mayAsk ? reason : null));
  };

/** Fetches of this browser's hold under way: it may end later than the page knows. */
let fetching = 0;

/**
 * Fetches this browser's hold: after a reload, after a decline, which extends it, when a geode shows as held, and before
 * the site says that a geode is gone.
 */
export const refreshHold = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const before = getState().hold;
  if (before.requested.length > 0) return;
  fetching += 1;
  const { data, error } = await dispatch(currentHold.initiate());
  fetching -= 1;
  const { hold, checkout } = getState();
  if (error || hold.hold !== before.hold || hold.requested.length > 0 || checkout.phase !== 'idle') return;
  if (data) dispatch(holdTaken(data));
  else if (hold.hold) dispatch(loseHold('byTime'));
};

/** Fetches this browser's hold when a geode of the cart shows as held: the hold may be known to its cookie alone. */
export const findOwnHold =
  (geodeId: string): AppThunk =>
  (dispatch, getState) => {
    if (!getState().hold.hold && isInCart(getState(), geodeId)) void dispatch(refreshHold());
  };

/** The hold has expired: asks the buyer whether to continue. The form stays filled in. */
export const expireHold = (): AppThunk => (dispatch, getState) => {
  if (getState().checkout.phase === 'idle' && fetching === 0) dispatch(loseHold('byTime'));
};

const shownAs = (state: RootState, id: string): Availability | undefined =>
  getGeode.select(id)(state).data?.availability;

/** Notices held geodes that are on sale: the hold has expired or the owner has ended it. */
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
    const onSale = state.hold.heldBefore.filter((id) => shownAs(state, id) === 'available');
    if (onSale.length > 0) store.dispatch(backOnSale(onSale));
    // A geode without its own cached query cannot be followed.
    const unseen = state.hold.released.filter((id) => shownAs(state, id) === undefined);
    if (unseen.length > 0) store.dispatch(releaseNotFollowed(unseen));
  });
};

/**
 * Releases a hold that has geodes no longer in the cart. One that another tab pays for is released once none is left: that
 * tab takes a new hold for the rest.
 */
const followCart = (store: AppStore): void =>
  watch(
    store,
    ({ cart }) => cart.items.map(({ id }) => id).join(),
    () => {
      const state = store.getState();
      if (state.checkout.phase !== 'idle' || isAtPayment(state)) return;
      const { hold } = state.hold;
      if (!hold) return;
      const isGone = ({ geodeId }: Hold['items'][number]) => !isInCart(state, geodeId);
      const isOwn = hold.holdId === readStored('sessionStorage', HOLD_KEY);
      if (isOwn ? hold.items.some(isGone) : hold.items.every(isGone)) store.dispatch(releaseHold());
    },
  );

/** Another tab removes the stored hold before its geodes are on sale again; expiry and the owner do not. */
const whyEnded = (state: RootState): 'byTime' | 'inOtherTab' => {
  const { hold } = state.hold;
  const isOver = hold && Date.parse(hold.expiresAt) - Date.now() < CLOCK_STEP_MS;
  const isOnSale = hold?.items.some(({ geodeId }) => shownAs(state, geodeId) === 'available');
  return isOver || isOnSale ? 'byTime' : 'inOtherTab';
};

/**
 * Shares one hold between the browser's tabs. A left page releases it unless it returns within ten seconds or another
 * tab pays for it.
 */
export const shareHold = (store: AppStore): void => {
  followHold(store);
  followCart(store);
  watch(
    store,
    ({ hold }) => hold.hold,
    (hold) => writeStored('localStorage', HOLD_KEY, hold),
  );
  const fromStorage = () => {
    const stored = storedHold();
    const { hold } = store.getState().hold;
    if (stored?.holdId === hold?.holdId && stored?.expiresAt === hold?.expiresAt) return;
    store.dispatch(stored ? holdTaken(stored) : loseHold(whyEnded(store.getState())));
  };
  const keepHold = () => isAtPayment(store.getState()) && void store.dispatch(refreshHold());
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === HOLD_KEY) fromStorage();
    if (key === LEFT_KEY) setTimeout(keepHold, KEEP_AFTER_MS);
  });
  window.addEventListener('pagehide', () => {
    const { hold } = store.getState().hold;
    // Only the tab that pays releases the hold when it is left.
    if (!hold || hold.holdId !== readStored('sessionStorage', HOLD_KEY)) return;
    void fetch(`/api/holds/${hold.holdId}?after=${LEFT_FOR_S}`, { method: 'DELETE', keepalive: true });
    writeStored('localStorage', LEFT_KEY, Date.now());
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void store.dispatch(refreshHold()));
  const stored = storedHold();
  if (!stored) return;
  store.dispatch(holdTaken(stored));
  void store.dispatch(refreshHold());
};
