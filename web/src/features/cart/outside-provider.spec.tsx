import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useAppSelector } from '../../app/hooks.js';
import { useCart } from './use-cart.js';

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
