type StatusTone = 'green' | 'orange' | 'purple' | 'red' | 'yellow';

interface StatusDisplay {
  /** Label of the status. */
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
