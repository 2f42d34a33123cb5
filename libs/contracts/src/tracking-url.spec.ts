import { trackingUrl } from './tracking-url.js';

describe('the page of a parcel', () => {
  it.each([
    [
      'usps',
      '9400 1000 0000 0000 0000 00',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
    ],
    ['ups', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['fedex', '12&x=1', 'https://www.fedex.com/fedextrack/?trknbr=12%26x%3D1'],
  ] as const)('of %s with the number %s is %s', (carrier, number, url) =>
    expect(trackingUrl(carrier, number)).toBe(url),
  );

  it.each([
    ['other', '123'],
    [null, '123'],
    ['usps', null],
    ['usps', ' '],
  ] as const)('is missing for the carrier %s and the number %s', (carrier, number) =>
    expect(trackingUrl(carrier, number)).toBeNull(),
  );
});
