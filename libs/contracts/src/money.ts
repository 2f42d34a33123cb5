/** Formats US cents, 0 or more, as dollars with two decimals: 12900 → '129.00'. */
export const dollars = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Returns a tenth of a subtotal in cents, rounded half up. Integer arithmetic only: floats round money wrongly. */
export const firstOrderDiscount = (subtotalCents: number): number => Math.floor((subtotalCents + 5) / 10);
