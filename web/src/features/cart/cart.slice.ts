import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { notified, type Notice } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { refusalToAdd, toCartItem, type Buyable, type CartItem, type Refusal } from './cart-rules.js';

export type CartStep = 'cart' | 'shipping' | 'payment';

interface CartState {
  items: CartItem[];
  isFirstTimeCustomer: boolean;
  customerEmail: string;
  /** Whether the drawer is open. */
  isOpen: boolean;
  step: CartStep;
  /** Ids of geodes that are sold or in another checkout and that the buyer goes on without. */
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
    /** Updates title, picture and price from the catalogue. */
    itemRefreshed: (state, { payload }: PayloadAction<Partial<CartItem> & { id: string }>) => {
      const item = state.items.find(({ id }) => id === payload.id);
      if (item) Object.assign(item, payload, { quantity: 1 });
    },
    /** Replaces the items with what an earlier visit or another tab stored, or with none: it may have bought them. */
    cartReplaced: (state, { payload }: PayloadAction<CartItem[]>) => {
      state.items = payload;
      if (payload.length === 0) Object.assign(state, { step: 'cart', isFirstTimeCustomer: false, customerEmail: '' });
    },
    customerKnown: (state, { payload }: PayloadAction<{ email: string; isFirstTime: boolean }>) => {
      state.customerEmail = payload.email;
      state.isFirstTimeCustomer = payload.email !== '' && payload.isFirstTime;
    },
    /** Empties the cart after a purchase. */
    cartPurchased: () => initialState,
    drawerToggled: (state) => {
      state.isOpen = !state.isOpen;
    },
    drawerClosed: (state) => {
      state.isOpen = false;
    },
    /** The buyer continues without the geodes that are unavailable now. */
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
  cartReplaced,
  customerKnown,
  cartPurchased,
  drawerToggled,
  drawerClosed,
  stepTaken,
  wentOnWithout,
} = cartSlice.actions;
export const cartReducer = cartSlice.reducer;

const refusals: Record<Refusal, Notice> = {
  'out-of-stock': { title: 'Out of stock', text: 'The item is currently out of stock.' },
  'already-in-cart': {
    title: 'Already in cart',
    text: 'The item is already in the cart; each geode is unique so only one can be added.',
  },
};

/** Adds a geode to the cart, or says why it may not be added. */
export const addToCart =
  (buyable: Buyable): AppThunk =>
  (dispatch, getState) => {
    const refusal = refusalToAdd(getState().cart.items, buyable);
    if (refusal) {
      dispatch(notified({ ...refusals[refusal], tone: 'bad', duration: 4_000 }));
      return;
    }
    dispatch(itemAdded(toCartItem(buyable)));
    dispatch(notified({ title: 'Added to cart', text: buyable.title, duration: 3_000 }));
  };

export const clearCart = (): AppThunk => (dispatch) => {
  dispatch(cartReplaced([]));
  dispatch(notified({ title: 'Cart cleared' }));
};
