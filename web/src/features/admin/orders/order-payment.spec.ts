import { paymentUrl } from './order-payment.js';

describe('a payment in Square’s dashboard', () => {
  it('is where the shop’s payments are', () => {
    expect(paymentUrl('production', 'abc')).toBe('https://app.squareup.com/dashboard/sales/transactions/abc');
    expect(paymentUrl('sandbox', 'a/b')).toBe('https://app.squareupsandbox.com/dashboard/sales/transactions/a%2Fb');
  });
  it('is nowhere for the simulator, or before that is known', () =>
    expect([paymentUrl('simulator', 'abc'), paymentUrl(undefined, 'abc')]).toEqual([undefined, undefined]));
});
