import { orderNumberOf, parcelText, statusDisplay, trackingText } from './order-status.js';

describe('an order status', () => {
  it.each([
    ['pending', 'Pending', 'yellow'],
    ['paid', 'Awaiting Shipment', 'orange'],
    ['completed', 'Completed', 'green'],
    ['shipped', 'Shipped', 'purple'],
    ['delivered', 'Delivered', 'green'],
    ['cancelled', 'Cancelled', 'red'],
  ])('%s is shown as %s in %s', (status, label, tone) => {
    expect(statusDisplay(status)).toEqual({ label, tone });
  });
  it.each(['', 'refunded', 'toString', 'PAID'])('that is unknown (%j) is shown as pending', (status) => {
    expect(statusDisplay(status)).toEqual({ label: 'Pending', tone: 'yellow' });
  });
});

describe('an order number', () => {
  it('is the last 8 characters of the order id in upper case', () => {
    expect(orderNumberOf('0b5a1f9e-5f0e-5c2d-9a7b-3c4d7f3a9c1e')).toBe('7F3A9C1E');
  });
});

describe('the text of a parcel', () => {
  it.each([
    ['usps', '9400', 'USPS 9400', 'Shipped with USPS, 9400'],
    ['fedex', null, 'FedEx', 'Shipped with FedEx'],
    ['other', '77', 'Another carrier 77', 'Shipped, tracking number 77'],
    [null, '77', '77', 'Shipped, tracking number 77'],
    ['other', null, 'Another carrier', undefined],
    [null, null, '', undefined],
  ] as const)('of %s %s is %j, for the buyer %j', (carrier, trackingNumber, text, forBuyer) => {
    expect(parcelText({ carrier, trackingNumber })).toBe(text);
    expect(trackingText({ status: 'shipped', carrier, trackingNumber })).toBe(forBuyer);
  });

  it.each(['pending', 'paid', 'cancelled'] as const)('has the number for the buyer of a %s order', (status) => {
    expect(trackingText({ status, carrier: 'usps', trackingNumber: '9400' })).toBe('Parcel with USPS, 9400');
    expect(trackingText({ status, carrier: null, trackingNumber: '77' })).toBe('Parcel, tracking number 77');
    expect(trackingText({ status, carrier: 'usps', trackingNumber: null })).toBeUndefined();
  });
});
