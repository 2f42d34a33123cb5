import { priceOrder } from './pricing.js';

describe('an order', () => {
  it('sums the lines and subtracts the discount', () => {
    const lines = [
      { priceCents: 10050, quantity: 1 },
      { priceCents: 2895, quantity: 1 },
    ];
    expect(priceOrder(lines, true)).toEqual({ discountCents: 1295, totalCents: 11650 });
    expect(priceOrder(lines, false).totalCents).toBe(12945);
  });
});
