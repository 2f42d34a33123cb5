import { dollars, firstOrderDiscount, MAX_PAID_CENTS } from '@geodes/contracts';
import type { Refusal } from './checkout-attempt.entity.js';
import { orderTooLarge, totalChanged } from './refusals.js';

interface Line {
  priceCents: number;
  quantity: number;
}

interface Price {
  discountCents: number;
  totalCents: number;
}

/** A price, and why an order is refused at it. */
export interface Offer extends Price {
  refusal: Refusal | undefined;
}

/** Prices an order and refuses it if it is too large, or if the buyer expects another total; null: they expect none. */
export const offerFor = (lines: Line[], withDiscount: boolean, expectedTotal: string | null): Offer => {
  const price = priceOrder(lines, withDiscount);
  return { ...price, refusal: refusalOf(price, expectedTotal) };
};

const refusalOf = ({ totalCents, discountCents }: Price, expectedTotal: string | null): Refusal | undefined => {
  if (totalCents > MAX_PAID_CENTS) return orderTooLarge();
  if (expectedTotal === null || expectedTotal === dollars(totalCents)) return undefined;
  return totalChanged(totalCents, discountCents);
};

/** Prices an order from catalog's prices, in cents; nothing that the browser sent counts. */
export const priceOrder = (lines: Line[], withDiscount: boolean): Price => {
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const discountCents = withDiscount ? firstOrderDiscount(subtotalCents) : 0;
  return { discountCents, totalCents: subtotalCents - discountCents };
};
