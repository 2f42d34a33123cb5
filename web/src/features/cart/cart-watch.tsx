import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { toCents } from '../../app/money.js';
import { useGetGeodeQuery } from '../geodes/geodes.api.js';
import { itemRefreshed } from './cart.slice.js';
import type { CartItem } from './cart-rules.js';

/** Knows of each stone in the cart what the catalogue says: whether it is still there, and at which price. */
export const CartWatch = () => {
  const items = useAppSelector(({ cart }) => cart.items);
  return items.map((item) => <Watched key={item.id} item={item} />);
};

const Watched = ({ item }: { item: CartItem }) => {
  const dispatch = useAppDispatch();
  const { data } = useGetGeodeQuery(item.id);
  useEffect(() => {
    if (!data) return;
    const { id, title, imageUrl } = data;
    const price = toCents(data.price) / 100;
    if (title !== item.title || imageUrl !== item.imageUrl || price !== item.price)
      dispatch(itemRefreshed({ id, title, imageUrl, price }));
  }, [data, item, dispatch]);
  return null;
};
