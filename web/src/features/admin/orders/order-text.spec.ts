import type { RefundableOrder } from '@geodes/contracts';
import { addressLines, paymentUrl } from './order-text.js';

const orderExample = (change: Partial<RefundableOrder> = {}): RefundableOrder => ({
  id: '00000000-0000-4000-8000-00007f3a9c1e',
  orderNumber: '7F3A9C1E',
  customerName: 'Alex Example',
  customerEmail: 'alex@example.com',
  customerPhone: null,
  total: '404.10',
  discount: '44.90',
  status: 'paid',
  createdAt: '2026-11-21T09:41:00.000Z',
  updatedAt: '2026-11-21T09:41:00.000Z',
  archivedAt: null,
  squarePaymentId: 'payment',
  carrier: null,
  trackingNumber: null,
  ownRefunds: [],
  items: [
    {
      id: 'item',
      geode: {
        id: 'geode',
        title: 'Smoky Twins',
        imageUrl: '/objects/a.webp',
        size: '5.5 inches',
        location: 'Keokuk, Iowa',
        crystalType: 'Quartz',
      },
      quantity: 1,
      price: 44_900,
    },
  ],
  shippingAddress: {
    addressLine1: '12 Example Street',
    addressLine2: '',
    locality: 'Springfield',
    administrativeDistrictLevel1: 'IL',
    postalCode: '62701',
    country: 'US',
  },
  refundedTotal: '0.00',
  refunds: [],
  ...change,
});

describe('the postal address of an order', () => {
  it('has one line per part, as on a parcel', () =>
    expect(addressLines(orderExample())).toEqual(['Alex Example', '12 Example Street', 'Springfield, IL 62701', 'US']));
  it('has the second address line if given, and no empty lines', () => {
    const { shippingAddress } = orderExample();
    const lines = addressLines(
      orderExample({ shippingAddress: { ...shippingAddress, addressLine2: 'Apt 4', postalCode: '', country: ' ' } }),
    );
    expect(lines).toEqual(['Alex Example', '12 Example Street', 'Apt 4', 'Springfield, IL']);
  });
});

describe('the dashboard URL of a Square payment', () => {
  it('points to the dashboard of the configured environment', () => {
    expect(paymentUrl('production', 'abc')).toBe('https://app.squareup.com/dashboard/sales/transactions/abc');
    expect(paymentUrl('sandbox', 'a/b')).toBe('https://app.squareupsandbox.com/dashboard/sales/transactions/a%2Fb');
  });
  it('is undefined for the simulator and while the environment is unknown', () =>
    expect([paymentUrl('simulator', 'abc'), paymentUrl(undefined, 'abc')]).toEqual([undefined, undefined]));
});
