import { notified, type Notice } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { cartCleared, itemAdded } from './cart.slice.js';
import { refusalToAdd, toCartItem, type Buyable, type Refusal } from './cart-rules.js';

const refusals: Record<Refusal, Notice> = {
  'out-of-stock': {
    title: 'Out of stock',
    text: 'The item is currently out of stock.',
    tone: 'bad',
    duration: 4_000,
  },
  'already-in-cart': {
    title: 'Already in cart',
    text: 'The item is already in the cart; each geode is unique so only one can be added.',
    tone: 'bad',
    duration: 4_000,
  },
};

export const addToCart =
  (buyable: Buyable): AppThunk =>
  (dispatch, getState) => {
    const refusal = refusalToAdd(getState().cart.items, buyable);
    if (refusal) {
      dispatch(notified(refusals[refusal]));
      return;
    }
    dispatch(itemAdded(toCartItem(buyable)));
    dispatch(notified({ title: 'Added to cart', text: buyable.title, duration: 3_000 }));
  };

export const clearCart = (): AppThunk => (dispatch) => {
  dispatch(cartCleared());
  dispatch(notified({ title: 'Cart cleared' }));
};
