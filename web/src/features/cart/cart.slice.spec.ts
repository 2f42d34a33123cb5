import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useAppSelector } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import { type CartItem, toCartItem } from './cart-rules.js';
import {
  addToCart,
  cartPurchased,
  cartReducer,
  cartReplaced,
  customerKnown,
  itemAdded,
  itemRefreshed,
  itemRemoved,
  quantityUpdated,
  stepTaken,
} from './cart.slice.js';
import { useCart } from './use-cart.js';

const item = (id: string) => toCartItem({ id, title: id, price: '10.00', imageUrl: '' });
const holding = (...ids: string[]) =>
  ids.reduce((state, id) => cartReducer(state, itemAdded(item(id))), cartReducer(undefined, { type: 'start' }));

describe('the cart', () => {
  it('accepts each geode only once', () => {
    expect(holding('a', 'a', 'b').items.map(({ id }) => id)).toEqual(['a', 'b']);
  });
  it('removes an item directly or if its quantity is set to 0 or less', () => {
    expect(cartReducer(holding('a', 'b'), itemRemoved('a')).items.map(({ id }) => id)).toEqual(['b']);
    expect(cartReducer(holding('a'), quantityUpdated({ id: 'a', quantity: 0 })).items).toEqual([]);
    expect(cartReducer(holding('a'), quantityUpdated({ id: 'a', quantity: -1 })).items).toEqual([]);
  });
  it('keeps the quantity at 1 if it is set to any positive number', () => {
    expect(cartReducer(holding('a'), quantityUpdated({ id: 'a', quantity: 5 })).items[0]?.quantity).toBe(1);
  });
  it('is empty after clearing', () => {
    expect(cartReducer(holding('a', 'b'), cartReplaced([])).items).toEqual([]);
  });
  it('sets the first-time flag only with an email', () => {
    const known = cartReducer(holding('a'), customerKnown({ email: 'alex@example.com', isFirstTime: true }));
    expect(known).toMatchObject({ isFirstTimeCustomer: true, customerEmail: 'alex@example.com' });
    expect(cartReducer(known, customerKnown({ email: '', isFirstTime: true })).isFirstTimeCustomer).toBe(false);
  });
  it('clears items, first-time flag and email and closes its panel after a purchase', () => {
    let state = cartReducer(holding('a'), customerKnown({ email: 'alex@example.com', isFirstTime: true }));
    state = cartReducer(state, stepTaken('payment'));
    expect(cartReducer(state, cartPurchased())).toEqual({
      items: [],
      isFirstTimeCustomer: false,
      customerEmail: '',
      isOpen: false,
      step: 'cart',
      leftOut: [],
    });
  });
  it('forgets the first-time flag when another tab has emptied it, which may have bought', () => {
    const known = cartReducer(holding('a'), customerKnown({ email: 'alex@example.com', isFirstTime: true }));
    expect(cartReducer(known, cartReplaced([]))).toMatchObject({ isFirstTimeCustomer: false, customerEmail: '' });
  });
  it('takes over what another tab has stored', () => {
    expect(cartReducer(holding('a'), cartReplaced([item('b')])).items.map(({ id }) => id)).toEqual(['b']);
  });
  it('takes over a price that the owner has changed, but never a quantity', () => {
    const state = cartReducer(holding('a'), itemRefreshed({ id: 'a', price: 12, quantity: 1 }));
    expect(state.items[0]).toMatchObject({ price: 12, quantity: 1 });
  });
  it('returns to its first step when it becomes empty', () => {
    const paying = cartReducer(holding('a'), stepTaken('payment'));
    expect(cartReducer(paying, itemRemoved('a')).step).toBe('cart');
  });
});

describe('adding to the cart', () => {
  const add = (items: CartItem[], availableQuantity = 1) => {
    const dispatched: unknown[] = [];
    const dispatch = (action: unknown) => dispatched.push(action);
    const geode = { id: 'a', title: 'a', price: '10.00', imageUrl: '', availableQuantity };
    addToCart(geode)(dispatch as never, () => ({ cart: { items } }) as never);
    return {
      added: dispatched.filter(itemAdded.match).length,
      notices: dispatched
        .filter(notified.match)
        .map(({ payload: { title, duration, text } }) => [title, duration, text]),
    };
  };
  it('shows its notice for 3 s', () => {
    expect(add([])).toEqual({ added: 1, notices: [['Added to cart', 3_000, 'a']] });
  });
  it('refuses a geode that is already there or out of stock, and says so for 4 s', () => {
    const already = 'The item is already in the cart; each geode is unique so only one can be added.';
    expect(add([item('a')])).toEqual({ added: 0, notices: [['Already in cart', 4_000, already]] });
    const soldOut = 'The item is currently out of stock.';
    expect(add([], 0)).toEqual({ added: 0, notices: [['Out of stock', 4_000, soldOut]] });
  });
});

const Cart = () => createElement('span', null, useCart().lines.length);
const Wishlist = () =>
  createElement(
    'span',
    null,
    useAppSelector(({ wishlist }) => wishlist.items.length),
  );

describe('without the store provider', () => {
  it.each([Cart, Wishlist])('reading cart or wishlist throws an error', (Consumer) => {
    expect(() => renderToString(createElement(Consumer))).toThrow(/context/i);
  });
});
