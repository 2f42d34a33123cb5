import type { Geode } from '@geodes/contracts';
import { firstOrderDiscount } from '@geodes/contracts/money';
import { toCents } from '../../app/money.js';
import { availabilityOf, type Sellable } from '../geodes/availability.js';

/** A geode in the cart. Unknown product fields are preserved. */
export interface CartItem {
  id: string;
  title: string;
  /** Dollars. */
  price: number;
  imageUrl: string;
  /** Each geode exists once. */
  quantity: 1;
  availableQuantity: number;
  [field: string]: unknown;
}

/** What can be added to the cart: a geode or a wishlist entry. */
export interface Buyable extends Sellable, Pick<Geode, 'id' | 'title' | 'imageUrl'> {
  /** Dollars. */
  price: string | number;
}

export type Refusal = 'out-of-stock' | 'already-in-cart';

/** Returns why an item may not be added, or null if it may. */
export const refusalToAdd = (items: readonly CartItem[], wanted: Buyable): Refusal | null => {
  if ((wanted.availableQuantity ?? 1) < 1 || availabilityOf(wanted) !== 'available') return 'out-of-stock';
  return items.some(({ id }) => id === wanted.id) ? 'already-in-cart' : null;
};

export const toCartItem = (buyable: Buyable): CartItem => ({
  ...buyable,
  price: Number(buyable.price),
  quantity: 1,
  availableQuantity: buyable.availableQuantity ?? 1,
});

const asItem = (value: unknown): CartItem | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { id, title, price, imageUrl, availableQuantity, ...rest } = value as Record<string, unknown>;
  const cents = typeof price === 'number' || typeof price === 'string' ? toCents(price) : Number.NaN;
  if (typeof id !== 'string' || id === '' || !Number.isFinite(cents) || cents < 0) return null;
  return {
    ...rest,
    id,
    title: typeof title === 'string' ? title : '',
    price: cents / 100,
    imageUrl: typeof imageUrl === 'string' ? imageUrl : '',
    quantity: 1,
    availableQuantity: typeof availableQuantity === 'number' ? availableQuantity : 1,
  };
};

/** Returns a stored list or its `items`; undefined if neither is a list. */
export const listOf = (stored: unknown): unknown[] | undefined => {
  const list: unknown = Array.isArray(stored) ? stored : (stored as { items?: unknown } | null)?.items;
  return Array.isArray(list) ? list : undefined;
};

/** Reads a stored list. Drops duplicates and entries for which `parse` returns null. */
export const storedItems = <T extends { id: string }>(stored: unknown, parse: (entry: unknown) => T | null): T[] => {
  const items = (listOf(stored) ?? []).map((entry) => parse(entry)).filter((item) => item !== null);
  return items.filter((item, index) => items.findIndex(({ id }) => id === item.id) === index);
};

/** Reads the stored cart. Resets every quantity to 1. */
export const storedCart = (stored: unknown): CartItem[] => storedItems(stored, asItem);

/** Returns the number of items and the money of a cart, cents. */
export const totalsOf = (items: readonly CartItem[], isFirstTimeCustomer: boolean) => {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = items.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
  const discount = isFirstTimeCustomer ? firstOrderDiscount(total) : 0;
  return { count, total, discount, finalTotal: total - discount };
};
