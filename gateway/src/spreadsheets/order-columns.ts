import { type AdminOrderItem, CARRIER_NAMES, type RefundableOrder } from '@geodes/contracts';
import { type Column, timeCell } from './csv.js';

const itemText = ({ geode, quantity, price }: AdminOrderItem): string =>
  `${quantity} × ${geode.title} (${(price / 100).toFixed(2)})`;

/** One line per order, so that amounts can be summed. */
export const orderColumns: readonly Column<RefundableOrder>[] = [
  { header: 'Order', of: ({ orderNumber }) => orderNumber },
  { header: 'Placed (UTC)', of: ({ createdAt }) => timeCell(createdAt) },
  { header: 'Status', of: ({ status }) => status },
  { header: 'Archived (UTC)', of: ({ archivedAt }) => timeCell(archivedAt) },
  { header: 'Customer', of: ({ customerName }) => customerName },
  { header: 'Email', of: ({ customerEmail }) => customerEmail },
  { header: 'Phone', of: ({ customerPhone }) => customerPhone },
  { header: 'Address', of: ({ shippingAddress }) => shippingAddress.addressLine1 },
  { header: 'City', of: ({ shippingAddress }) => shippingAddress.locality },
  { header: 'State', of: ({ shippingAddress }) => shippingAddress.administrativeDistrictLevel1 },
  { header: 'Zip code', of: ({ shippingAddress }) => shippingAddress.postalCode },
  { header: 'Country', of: ({ shippingAddress }) => shippingAddress.country },
  { header: 'Items', of: ({ items }) => items.map(itemText).join('; ') },
  { header: 'Units', of: ({ items }) => items.reduce((units, { quantity }) => units + quantity, 0) },
  { header: 'Discount', of: ({ discount }) => discount },
  { header: 'Total', of: ({ total }) => total },
  { header: 'Refunded', of: ({ refundedTotal }) => refundedTotal },
  { header: 'Carrier', of: ({ carrier }) => carrier && CARRIER_NAMES[carrier] },
  { header: 'Tracking number', of: ({ trackingNumber }) => trackingNumber },
  { header: 'Square payment', of: ({ squarePaymentId }) => squarePaymentId },
  { header: 'Id', of: ({ id }) => id },
];
