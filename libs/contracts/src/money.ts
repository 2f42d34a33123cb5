/** Formats US cents, 0 or more, as dollars with two decimals: 12900 → '129.00'. */
export const dollars = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
