import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CartItem } from './cart-rules.js';

export type CartStep = 'cart' | 'shipping' | 'payment';

export interface CartState {
  items: CartItem[];
  isFirstTimeCustomer: boolean;
  customerEmail: string;
  /** The drawer. */
  isOpen: boolean;
  step: CartStep;
  /** Stones that are gone or in another checkout, and that the buyer goes on without. */
  leftOut: string[];
}

const initialState: CartState = {
  items: [],
  isFirstTimeCustomer: false,
  customerEmail: '',
  isOpen: false,
  step: 'cart',
  leftOut: [],
};

const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    itemAdded: (state, { payload }: PayloadAction<CartItem>) => {
      if (!state.items.some(({ id }) => id === payload.id)) state.items.push(payload);
    },
    itemRemoved: (state, { payload: id }: PayloadAction<string>) => {
      state.items = state.items.filter((item) => item.id !== id);
      if (state.items.length === 0) state.step = 'cart';
    },
    /** 0 or less removes the item; any other quantity leaves it at 1. */
    quantityUpdated: (state, { payload }: PayloadAction<{ id: string; quantity: number }>) => {
      if (payload.quantity <= 0) state.items = state.items.filter(({ id }) => id !== payload.id);
    },
    /** The catalogue knows better: title, picture and price as they are now. */
    itemRefreshed: (state, { payload }: PayloadAction<Partial<CartItem> & { id: string }>) => {
      const item = state.items.find(({ id }) => id === payload.id);
      if (item) Object.assign(item, payload, { quantity: 1 });
    },
    cartCleared: (state) => {
      state.items = [];
      state.step = 'cart';
    },
    /** As it was stored, by an earlier visit or by another tab. */
    cartReplaced: (state, { payload }: PayloadAction<CartItem[]>) => {
      state.items = payload;
      if (payload.length === 0) state.step = 'cart';
    },
    customerKnown: (state, { payload }: PayloadAction<{ email: string; isFirstTime: boolean }>) => {
      state.customerEmail = payload.email;
      state.isFirstTimeCustomer = payload.email !== '' && payload.isFirstTime;
    },
    /** The cart was bought. */
    cartPurchased: (state) => {
      state.items = [];
      state.isFirstTimeCustomer = false;
      state.customerEmail = '';
      state.isOpen = false;
      state.step = 'cart';
      state.leftOut = [];
    },
    drawerToggled: (state) => {
      state.isOpen = !state.isOpen;
    },
    drawerClosed: (state) => {
      state.isOpen = false;
    },
    /** The buyer has seen which stones cannot be had now, and goes on without them. */
    wentOnWithout: (state, { payload: ids }: PayloadAction<string[]>) => {
      state.leftOut = ids;
      state.step = 'shipping';
    },
    stepTaken: (state, { payload }: PayloadAction<CartStep>) => {
      state.step = payload;
      state.isOpen = true;
    },
  },
});

export const {
  itemAdded,
  itemRemoved,
  quantityUpdated,
  itemRefreshed,
  cartCleared,
  cartReplaced,
  customerKnown,
  cartPurchased,
  drawerToggled,
  drawerClosed,
  stepTaken,
  wentOnWithout,
} = cartSlice.actions;
export const cartReducer = cartSlice.reducer;
