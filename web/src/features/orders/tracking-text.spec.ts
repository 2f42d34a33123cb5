import { parcelText, shippedText } from './tracking-text.js';

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
    expect(shippedText({ status: 'shipped', carrier, trackingNumber })).toBe(forBuyer);
  });

  it.each(['pending', 'paid', 'cancelled'] as const)('is missing for the buyer of a %s order', (status) => {
    expect(shippedText({ status, carrier: 'usps', trackingNumber: '9400' })).toBeUndefined();
  });
});
