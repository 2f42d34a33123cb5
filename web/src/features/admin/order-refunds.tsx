import type { AdminRefund, RefundableOrder } from '@geodes/contracts';
import { formatDollars, toCents } from '../../app/money.js';
import { Badge } from '../../ui/badge.js';
import styles from './records.module.css';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const endings: Record<string, string> = { PENDING: ', on its way', FAILED: ', failed', REJECTED: ', failed' };

const line = ({ amount, status, createdAt }: AdminRefund): string =>
  `${formatDollars(amount)} on ${day.format(new Date(createdAt))}${endings[status] ?? ''}`;

/** What went back of an order's payment; nothing where nothing did. */
export const OrderRefunds = ({ order: { refunds, refundedTotal } }: { order: RefundableOrder }) => {
  if (refunds.length === 0 || refundedTotal === null) return null;
  const hasGoneBack = toCents(refundedTotal) > 0;
  return (
    <div className={styles.refunds}>
      <Badge tone={hasGoneBack ? 'outlined' : 'red'}>
        {hasGoneBack ? `Refunded ${formatDollars(refundedTotal)}` : 'Refund failed'}
      </Badge>
      {refunds.map((refund) => (
        <span key={refund.squareRefundId} className="small dim num">
          {line(refund)}
        </span>
      ))}
    </div>
  );
};
