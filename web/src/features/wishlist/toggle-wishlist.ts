import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { toWishlistItem, wishAdded, wishesRemoved, wishlistCleared, type Wishable } from './wishlist.slice.js';

const DURATION = 3_000;

/** Adds a geode to the wishlist, or takes it off. */
export const toggleWishlist =
  (geode: Wishable): AppThunk =>
  (dispatch, getState) => {
    if (getState().wishlist.items.some(({ id }) => id === geode.id)) {
      dispatch(wishesRemoved([geode.id]));
      dispatch(notified({ title: 'Removed from wishlist', text: geode.title, duration: DURATION }));
    } else {
      dispatch(wishAdded(toWishlistItem(geode)));
      dispatch(notified({ title: 'Added to wishlist', text: geode.title, duration: DURATION }));
    }
  };

export const clearWishlist = (): AppThunk => (dispatch) => {
  dispatch(wishlistCleared());
  dispatch(notified({ title: 'Wishlist cleared', duration: DURATION }));
};
