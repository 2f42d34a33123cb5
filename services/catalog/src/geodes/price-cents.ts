/**
 * Converts dollars such as `29`, `29.9` or `29.99` to US cents without floating point, so exactly. Throws a RangeError on
 * any other text; callers pass text that a DTO has validated.
 */
export const priceCents = (dollars: string): number => {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(dollars);
  if (!match) throw new RangeError(`not an amount in dollars: ${dollars}`);
  const [, whole = '0', fraction = ''] = match;
  return Number(whole + fraction.padEnd(2, '0'));
};
