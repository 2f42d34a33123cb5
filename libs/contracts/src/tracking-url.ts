import type { Carrier } from './shipping.js';

/** Names of the carriers as people know them. */
export const CARRIER_NAMES: Record<Carrier, string> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  other: 'Other',
};

/** The carriers' pages; the tracking number is the end of the URL. */
const TRACKING_PAGES: Partial<Record<Carrier, string>> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
};

/** Returns the carrier's page of a parcel; null if the carrier has none here or there is no number. */
export const trackingUrl = (carrier: Carrier | null, trackingNumber: string | null): string | null => {
  const page = carrier && TRACKING_PAGES[carrier];
  const number = (trackingNumber ?? '').replaceAll(/\s/g, '');
  return page && number ? page + encodeURIComponent(number) : null;
};
