import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { cartReducer } from '../features/cart/cart.slice.js';
import { checkoutReducer } from '../features/checkout/checkout.slice.js';
import { holdReducer } from '../features/checkout/hold.slice.js';
import { wishlistReducer } from '../features/wishlist/wishlist.slice.js';
import { api } from './api.js';
import { noticesReducer } from './notices.slice.js';

export const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  cart: cartReducer,
  wishlist: wishlistReducer,
  checkout: checkoutReducer,
  hold: holdReducer,
  notices: noticesReducer,
});

export const makeStore = () =>
  configureStore({
    reducer,
    middleware: (defaults) => defaults().concat(api.middleware),
    devTools: import.meta.env.DEV,
  });

export type RootState = ReturnType<typeof reducer>;
export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];
export type AppThunk<Result = void> = (dispatch: AppDispatch, getState: () => RootState) => Result;

/** Calls `act` after each change of a part of the state. */
export const watch = <Part>(store: AppStore, select: (state: RootState) => Part, act: (part: Part) => void): void => {
  let known = select(store.getState());
  store.subscribe(() => {
    const part = select(store.getState());
    if (part === known) return;
    // Before `act`, which may dispatch.
    known = part;
    act(part);
  });
};
