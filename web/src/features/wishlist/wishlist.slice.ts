import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { storedItems } from '../cart/cart-rules.js';
import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';

/** The stored fields of a geode. */
export interface WishlistItem {
  id: string;
  title: string;
  /** Dollars. */
  price: string | number;
  imageUrl: string;
  location: string;
  crystalType: string;
  size: string;
  availableQuantity: number;
}

/** An item that can be added to the wishlist; other fields are dropped. */
export type Wishable = Omit<WishlistItem, 'availableQuantity'> & { availableQuantity?: number };

export const toWishlistItem = (geode: Wishable): WishlistItem => ({
  id: geode.id,
  title: geode.title,
  price: geode.price,
  imageUrl: geode.imageUrl,
  location: geode.location,
  crystalType: geode.crystalType,
  size: geode.size,
  availableQuantity: geode.availableQuantity ?? 1,
});

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

interface WishlistState {
  items: WishlistItem[];
}

const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState: { items: [] } as WishlistState,
  reducers: {
    wishAdded: (state, { payload }: PayloadAction<WishlistItem>) => {
      if (!state.items.some(({ id }) => id === payload.id)) state.items.push(payload);
    },
    wishesRemoved: (state, { payload: ids }: PayloadAction<string[]>) => {
      state.items = state.items.filter(({ id }) => !ids.includes(id));
    },
    wishlistCleared: (state) => {
      state.items = [];
    },
    /** Replaces the items with what an earlier visit or another tab stored. */
    wishlistReplaced: (state, { payload }: PayloadAction<WishlistItem[]>) => {
      state.items = payload;
    },
  },
});

export const { wishAdded, wishesRemoved, wishlistCleared, wishlistReplaced } = wishlistSlice.actions;
export const wishlistReducer = wishlistSlice.reducer;

const DURATION = 3_000;

/** Adds a geode to the wishlist or removes it. */
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
