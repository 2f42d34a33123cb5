import { Badge } from '../../../ui/badge.js';
import { statusDisplay } from '../../orders/order-status.js';

/** The status as the owner reads it: what is paid waits for her. */
export const OrderBadge = ({ status }: { status: string }) => {
  const { label, tone } = statusDisplay(status);
  return (
    <Badge tone={tone} lined={status === 'paid'}>
      {status === 'paid' ? 'AWAITING SHIPMENT' : label}
    </Badge>
  );
};
