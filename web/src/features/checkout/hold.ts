import type { Hold } from '@geodes/contracts';
import { readStored, writeStored } from '../../app/browser-storage.js';
import { listenLive } from '../../app/live-listeners.js';
import type { AppStore, AppThunk } from '../../app/store.js';
import { currentHold, endHold } from './hold.api.js';
import { holdGone, holdTaken } from './hold.slice.js';

/** Where the hold is stored: in localStorage the hold, in sessionStorage the id of what is paid for in this tab. */
export const HOLD_KEY = 'geode-hold';
/** Seconds in which a page that was left may come back. */
const LEFT_FOR = 10;

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
  dispatch(holdGone({ byTime: false }));
  if (hold) void dispatch(endHold.initiate(hold.holdId));
};

/** The payment step is gone: not where an order is under way, which has the stones now. */
export const paymentLeft = (): AppThunk => (dispatch, getState) => {
  if (getState().checkout.phase === 'idle') dispatch(giveUpHold());
};

/** What the shop says of this browser's hold: after a reload, and after a declined card, which gives it time again. */
export const refreshHold = (): AppThunk<Promise<void>> => async (dispatch) => {
  const { data, error } = await dispatch(currentHold.initiate());
  if (error) return;
  dispatch(data ? holdTaken(data) : holdGone({ byTime: false }));
};

/** The time is up; the buyer is asked, and what was typed stays. */
export const holdRanOut = (): AppThunk => (dispatch, getState) => {
  if (getState().checkout.phase === 'idle') dispatch(holdGone({ byTime: true }));
};

/** Looks whether the hold is still there; if not, a buyer who is about to pay is asked as when its time is up. */
const checkHold =
  ({ holdId }: Hold): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { data, error } = await dispatch(currentHold.initiate());
    const { hold, cart, checkout } = getState();
    if (error || hold.hold?.holdId !== holdId || checkout.phase !== 'idle') return;
    dispatch(data ? holdTaken(data) : holdGone({ byTime: cart.isOpen && cart.step === 'payment' }));
  };

/** A stone of this browser's hold is on sale: its time is up, or the owner has ended the hold. */
const followHold = (store: AppStore): void => {
  listenLive((message) => {
    const { hold, checkout } = store.getState();
    if (!hold.hold || checkout.phase !== 'idle') return;
    const isFreed =
      message.name === 'availability' &&
      message.availability === 'available' &&
      hold.hold.items.some(({ geodeId }) => geodeId === message.id);
    if (isFreed || message.name === 'reset') void store.dispatch(checkHold(hold.hold));
  });
};

/** A stone that was taken out of the cart is kept for nobody: what stays in it is held anew by the payment step. */
const followCart = (store: AppStore): void => {
  let known = store.getState().cart.items;
  store.subscribe(() => {
    const { cart, checkout, hold } = store.getState();
    if (cart.items === known) return;
    known = cart.items;
    if (checkout.phase !== 'idle' || (cart.isOpen && cart.step === 'payment')) return;
    const isInCart = (id: string) => cart.items.some((item) => item.id === id);
    if (hold.hold?.items.some(({ geodeId }) => !isInCart(geodeId))) store.dispatch(giveUpHold());
  });
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
    store.dispatch(stored ? holdTaken(stored) : holdGone({ byTime: false }));
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
