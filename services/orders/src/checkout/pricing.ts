/** A tenth, rounded half up to the cent. Whole cents in and out; no float holds money. */
export const firstOrderDiscount = (subtotalCents: number): number => Math.floor((subtotalCents + 5) / 10);

export interface Price {
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
}

/** The server's price of an order, from the catalogue's prices alone. */
export const priceOrder = (lines: { priceCents: number; quantity: number }[], withDiscount: boolean): Price => {
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const discountCents = withDiscount ? firstOrderDiscount(subtotalCents) : 0;
  return { subtotalCents, discountCents, totalCents: subtotalCents - discountCents };
};
