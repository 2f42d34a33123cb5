import type { RefundableOrder } from '@geodes/contracts';
import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAppDispatch } from '../../../../app/hooks.js';
import { formatDollars } from '../../../../app/money.js';
import { Button } from '../../../../ui/button.js';
import { useFocusFallback } from '../../../../ui/use-focus-fallback.js';
import { day } from '../../dates.js';
import styles from '../order-detail.module.css';
import { RefundDialog } from './refund-dialog.js';
import { isRefundable, refundRows, type RefundRow } from './refund-text.js';
import { rereadOrder } from './refunds.api.js';

interface RefundsProps {
  order: RefundableOrder;
  /** Receives the order after a refund. */
  onChanged: ((order: RefundableOrder) => void) | undefined;
}

/** The refunds of an order, and the button that gives money back. */
export const Refunds = ({ order, onChanged }: RefundsProps) => {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const canRefund = isRefundable(order);
  useFocusFallback(container, canRefund);
  const reread = async () => {
    const { data } = await dispatch(rereadOrder(order));
    if (data) onChanged?.(data);
  };
  return (
    <div ref={container} className={styles.refunds} tabIndex={-1}>
      {refundRows(order).map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {order.refundedTotal === null && <span className="dim">Cannot be shown at the moment</span>}
      {canRefund && (
        <div className={styles.tools}>
          <Button look="quiet" size="small" onClick={() => setOpen(true)}>
            <Undo2 className="icon-s" aria-hidden />
            Give money back
          </Button>
        </div>
      )}
      <RefundDialog order={order} open={isOpen} onClose={() => setOpen(false)} onSent={() => void reread()} />
    </div>
  );
};

const Row = ({ row: { amount, createdAt, state, message } }: { row: RefundRow }) => (
  <span className="num">
    {formatDollars(amount)} on {day(createdAt)}
    {state && `, ${state}`}
    {message && <span className="small dim">: {message}</span>}
  </span>
);
