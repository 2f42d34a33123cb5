import { cartReplaced } from '../features/cart/cart.slice.js';
import { listOf, storedCart } from '../features/cart/cart-rules.js';
import { storedWishlist, wishlistReplaced } from '../features/wishlist/wishlist.slice.js';
import { readStored, writeStored } from './browser-storage.js';
import { logFailure } from './log.js';
import { type AppStore, watch } from './store.js';

const CART_KEY = 'geode-cart';
const WISHLIST_KEY = 'geode-wishlist';

/** Reads a stored list. Logs a value that is not a list; it counts as empty. */
const storedList = (key: string): unknown => {
  const stored = readStored('localStorage', key);
  if (stored !== null && !listOf(stored)) logFailure(`What is stored as ${key} is not a list`, stored);
  return stored;
};

/** Persists cart and wishlist in localStorage: reads at start, writes each change, follows other tabs. */
export const persistStore = (store: AppStore): void => {
  const read = {
    [CART_KEY]: () => store.dispatch(cartReplaced(storedCart(storedList(CART_KEY)))),
    [WISHLIST_KEY]: () => store.dispatch(wishlistReplaced(storedWishlist(storedList(WISHLIST_KEY)))),
  };
  let isReading = false;

  /** Does not write back what was just read: two tabs would update each other endlessly. */
  const takeOver = (...again: (() => void)[]) => {
    isReading = true;
    again.forEach((one) => one());
    isReading = false;
  };

  const write = (key: string) => (items: unknown) => {
    if (!isReading) writeStored('localStorage', key, items);
  };
  watch(store, ({ cart }) => cart.items, write(CART_KEY));
  watch(store, ({ wishlist }) => wishlist.items, write(WISHLIST_KEY));

  takeOver(...Object.values(read));
  window.addEventListener('storage', ({ key }) => {
    if (key === null) takeOver(...Object.values(read));
    else if (key === CART_KEY || key === WISHLIST_KEY) takeOver(read[key]);
  });
  // A page restored from the back-forward cache has missed storage events.
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeOver(...Object.values(read)));
};
