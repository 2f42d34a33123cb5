/** Dollars with two decimals, as money stands in every reply, of an amount in US cents, 0 or more: 12900 → '129.00'. */
export const dollars = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
