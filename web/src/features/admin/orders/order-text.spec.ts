import { addressLines, paymentUrl } from './order-text.js';

const shippingAddress = {
  addressLine1: '12 Example Street',
  addressLine2: '',
  locality: 'Springfield',
  administrativeDistrictLevel1: 'IL',
  postalCode: '62701',
  country: 'US',
};
const linesOf = (change: Partial<typeof shippingAddress>) =>
  addressLines({ customerName: 'Alex Example', shippingAddress: { ...shippingAddress, ...change } });

describe('the postal address of an order', () => {
  it('has one line per part, as on a parcel', () =>
    expect(linesOf({})).toEqual(['Alex Example', '12 Example Street', 'Springfield, IL 62701', 'US']));
  it('has the second address line if given, and no empty lines', () =>
    expect(linesOf({ addressLine2: 'Apt 4', postalCode: '', country: ' ' })).toEqual([
      'Alex Example',
      '12 Example Street',
      'Apt 4',
      'Springfield, IL',
    ]));
});

describe('the dashboard URL of a Square payment', () => {
  it('points to the dashboard of the configured environment', () => {
    expect(paymentUrl('production', 'abc')).toBe('https://app.squareup.com/dashboard/sales/transactions/abc');
    expect(paymentUrl('sandbox', 'a/b')).toBe('https://app.squareupsandbox.com/dashboard/sales/transactions/a%2Fb');
  });
  it('is undefined for the simulator and while the environment is unknown', () =>
    expect([paymentUrl('simulator', 'abc'), paymentUrl(undefined, 'abc')]).toEqual([undefined, undefined]));
});
