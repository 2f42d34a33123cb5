import { firstOrderDiscount, priceOrder } from './pricing.js';

describe('an order', () => {
  it.each([
    [12900, 1290],
    [12905, 1291],
    [12904, 1290],
    [5, 1],
    [4, 0],
    [0, 0],
  ])('discounts %i cents by a tenth, %i, rounded half up', (subtotal, discount) => {
    expect(firstOrderDiscount(subtotal)).toBe(discount);
  });

  it('sums the lines and subtracts the discount', () => {
    const lines = [
      { priceCents: 10050, quantity: 1 },
      { priceCents: 2895, quantity: 1 },
    ];
    expect(priceOrder(lines, true)).toEqual({ subtotalCents: 12945, discountCents: 1295, totalCents: 11650 });
    expect(priceOrder(lines, false).totalCents).toBe(12945);
  });
});
