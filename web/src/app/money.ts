/** Returns the cents of an amount in dollars, a decimal string or number. NaN if it is neither. */
export const toCents = (dollars: string | number): number => Math.round(Number(dollars) * 100);

/** `404.10`, as the API writes money. */
export const toDecimal = (cents: number): string => (cents / 100).toFixed(2);

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,404.10` */
export const formatCents = (cents: number): string => dollars.format(cents / 100);

/** `$1,404.10` of an amount in dollars. */
export const formatDollars = (amount: string | number): string => dollars.format(toCents(amount) / 100);
