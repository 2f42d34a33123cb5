import { type CreateOrderBody, MAX_PAID_CENTS } from '@geodes/contracts';
import { metrics } from '@geodes/kit';
import { demoBuyer } from '@geodes/testing';
import { fingerprint } from './checkout.service.js';
import { offerFor, priceOrder } from './pricing.js';

const body = (change: Partial<CreateOrderBody> = {}): CreateOrderBody => ({
  items: [
    { geodeId: '0b9a1c1e-0000-4000-8000-000000000001', quantity: 1 },
    { geodeId: '0b9a1c1e-0000-4000-8000-000000000002', quantity: 1 },
  ],
  paymentToken: 'cnon:one',
  buyerDetails: demoBuyer('buyer@example.com'),
  ...change,
});

describe('the fingerprint of a checkout', () => {
  it('ignores the payment token and the hold', () => {
    expect(fingerprint(body({ paymentToken: 'cnon:two', holdId: 'a-hold' }))).toBe(fingerprint(body()));
  });

  it('ignores the order of the items', () => {
    expect(fingerprint(body({ items: [...body().items].reverse() }))).toBe(fingerprint(body()));
  });

  it('changes with the items, the buyer or the expected total', () => {
    const other = [
      body({ items: body().items.slice(1) }),
      body({ buyerDetails: { ...body().buyerDetails, zipCode: '52633' } }),
      body({ expectedTotal: '10.00' }),
    ];
    expect(new Set([body(), ...other].map(fingerprint)).size).toBe(4);
  });
});

describe('an order', () => {
  it('sums the lines and subtracts the discount', () => {
    const lines = [
      { priceCents: 10050, quantity: 1 },
      { priceCents: 2895, quantity: 1 },
    ];
    expect(priceOrder(lines, true)).toEqual({ discountCents: 1295, totalCents: 11650 });
    expect(priceOrder(lines, false).totalCents).toBe(12945);
  });

  it('is refused if it is too large, or if the buyer expects another total', () => {
    const refusalAt = (priceCents: number, expectedTotal: string | null) =>
      offerFor([{ priceCents, quantity: 1 }], false, expectedTotal).refusal?.code;
    expect(refusalAt(MAX_PAID_CENTS, null)).toBeUndefined();
    expect(refusalAt(MAX_PAID_CENTS + 1, null)).toBe('BAD_REQUEST');
    expect(refusalAt(10_000, '100.00')).toBeUndefined();
    expect(refusalAt(10_000, '90.00')).toBe('TOTAL_CHANGED');
  });
});

describe('shop_checkouts_total', () => {
  // the alert on sales uses increase(), which misses the first step of a series that does not start at zero
  it('exports both outcomes with zero before the first checkout ends', async () => {
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^shop_checkouts_total\{outcome="paid"[^}]*\} 0$/m);
    expect(text).toMatch(/^shop_checkouts_total\{outcome="refused"[^}]*\} 0$/m);
  });
});
