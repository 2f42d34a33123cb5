import { firstOrderDiscount } from '@geodes/contracts';

export interface Price {
  discountCents: number;
  totalCents: number;
}

/** Prices an order from catalog's prices, in cents; nothing that the browser sent counts. */
export const priceOrder = (lines: { priceCents: number; quantity: number }[], withDiscount: boolean): Price => {
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const discountCents = withDiscount ? firstOrderDiscount(subtotalCents) : 0;
  return { discountCents, totalCents: subtotalCents - discountCents };
};
