import type { Geode } from '@geodes/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storedItems } from '../cart/cart-rules.js';
import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';

/** The stored fields of a geode. */
export interface WishlistItem extends Pick<
  Geode,
  'id' | 'title' | 'imageUrl' | 'location' | 'crystalType' | 'size' | 'availableQuantity'
> {
  /** Dollars. */
  price: string | number;
}

/** An item that can be added to the wishlist; other fields are dropped. */
export type Wishable = Omit<WishlistItem, 'availableQuantity'> & { availableQuantity?: number };

export const toWishlistItem = (geode: Wishable): WishlistItem => {
  const { id, title, price, imageUrl, location, crystalType, size, availableQuantity = 1 } = geode;
  return { id, title, price, imageUrl, location, crystalType, size, availableQuantity };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const asItem = (value: unknown): WishlistItem | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Record<string, unknown>;
  if (typeof entry.id !== 'string' || entry.id === '') return null;
  return {
    id: entry.id,
    title: text(entry.title),
    price: typeof entry.price === 'number' ? entry.price : text(entry.price),
    imageUrl: text(entry.imageUrl),
    location: text(entry.location),
    crystalType: text(entry.crystalType),
    size: text(entry.size),
    availableQuantity: typeof entry.availableQuantity === 'number' ? entry.availableQuantity : 1,
  };
};

export const storedWishlist = (stored: unknown): WishlistItem[] => storedItems(stored, asItem);

const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState: { items: [] as WishlistItem[] },
  reducers: {
    wishAdded: (state, { payload }: PayloadAction<WishlistItem>) => {
      if (!state.items.some(({ id }) => id === payload.id)) state.items.push(payload);
    },
    wishesRemoved: (state, { payload: ids }: PayloadAction<string[]>) => {
      state.items = state.items.filter(({ id }) => !ids.includes(id));
    },
    /** Replaces the items with what an earlier visit or another tab stored, or with none. */
    wishlistReplaced: (state, { payload }: PayloadAction<WishlistItem[]>) => {
      state.items = payload;
    },
  },
});

export const { wishAdded, wishesRemoved, wishlistReplaced } = wishlistSlice.actions;
export const wishlistReducer = wishlistSlice.reducer;

const DURATION_MS = 3_000;

/** Adds a geode to the wishlist or removes it. */
export const toggleWishlist =
  (geode: Wishable): AppThunk =>
  (dispatch, getState) => {
    const isSaved = getState().wishlist.items.some(({ id }) => id === geode.id);
    dispatch(isSaved ? wishesRemoved([geode.id]) : wishAdded(toWishlistItem(geode)));
    const title = isSaved ? 'Removed from wishlist' : 'Added to wishlist';
    dispatch(notified({ title, text: geode.title, duration: DURATION_MS }));
  };

export const clearWishlist = (): AppThunk => (dispatch) => {
  dispatch(wishlistReplaced([]));
  dispatch(notified({ title: 'Wishlist cleared', duration: DURATION_MS }));
};
