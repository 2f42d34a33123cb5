import type { LookupOrder, OrderStatus } from '@geodes/contracts';
import { CARRIER_NAMES } from '@geodes/contracts/tracking-url';

type StatusTone = 'green' | 'orange' | 'purple' | 'red' | 'yellow';

interface StatusDisplay {
  label: string;
  tone: StatusTone;
}

const displays = new Map<string, StatusDisplay>([
  ['paid', { label: 'Awaiting Shipment', tone: 'orange' }],
  ['completed', { label: 'Completed', tone: 'green' }],
  ['shipped', { label: 'Shipped', tone: 'purple' }],
  ['delivered', { label: 'Delivered', tone: 'green' }],
  ['cancelled', { label: 'Cancelled', tone: 'red' }],
]);

/** Returns the display of a status. Unknown statuses show as pending. */
export const statusDisplay = (status: string): StatusDisplay =>
  displays.get(status) ?? { label: 'Pending', tone: 'yellow' };

/** Returns the order number: the last 8 characters of the id, in upper case. */
export const orderNumberOf = (id: string): string => id.slice(-8).toUpperCase();

/** How a parcel is followed. */
export type Parcel = Pick<LookupOrder, 'carrier' | 'trackingNumber'>;

/** The name of a carrier that people know; undefined for any other. */
const nameOf = ({ carrier }: Parcel): string | undefined =>
  carrier === null || carrier === 'other' ? undefined : CARRIER_NAMES[carrier];

/** `USPS 9400…`, as far as it is known; empty if nothing is. */
export const parcelText = (parcel: Parcel): string =>
  [nameOf(parcel) ?? (parcel.carrier && 'Another carrier'), parcel.trackingNumber].filter(Boolean).join(' ');

const SENT: readonly OrderStatus[] = ['shipped', 'delivered', 'completed'];

/** Returns whether orders of this status are on their way or have arrived. */
export const isSent = (status: OrderStatus): boolean => SENT.includes(status);

/** `Shipped with USPS, 9400…` for the buyer; `Parcel with…` if it has a number and is not sent; otherwise undefined. */
export const trackingText = ({ status, ...parcel }: Parcel & { status: OrderStatus }): string | undefined => {
  const { trackingNumber } = parcel;
  const name = nameOf(parcel);
  const start = isSent(status) ? 'Shipped' : 'Parcel';
  if (!trackingNumber) return name && isSent(status) ? `Shipped with ${name}` : undefined;
  return name ? `${start} with ${name}, ${trackingNumber}` : `${start}, tracking number ${trackingNumber}`;
};
