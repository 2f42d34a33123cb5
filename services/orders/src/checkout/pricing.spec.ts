import { firstOrderDiscount, priceOrder } from './pricing.js';

describe('the price of an order', () => {
  it.each([
    [12900, 1290],
    [12905, 1291],
    [12904, 1290],
    [5, 1],
    [4, 0],
    [0, 0],
  ])('a tenth of %i cents is %i, rounded half up', (subtotal, discount) => {
    expect(firstOrderDiscount(subtotal)).toBe(discount);
  });

  it('adds the lines and takes the discount off', () => {
    const lines = [
      { priceCents: 10050, quantity: 1 },
      { priceCents: 2895, quantity: 1 },
    ];
    expect(priceOrder(lines, true)).toEqual({ subtotalCents: 12945, discountCents: 1295, totalCents: 11650 });
    expect(priceOrder(lines, false).totalCents).toBe(12945);
  });
});
