import type { CreateOrderBody } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { fingerprint } from './checkout.service.js';

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
