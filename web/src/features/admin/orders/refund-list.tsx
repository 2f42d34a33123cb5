import type { RefundableOrder } from '@geodes/contracts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.js';
import { formatDollars } from '../../../app/money.js';
import { Button } from '../../../ui/button.js';
import { day } from '../dates.js';
import styles from './order-detail.module.css';
import { RefundDialog } from './refund-dialog.js';
import { isRefundable, refundRows, type RefundRow } from './refund-text.js';
import { readOrder } from './refunds.api.js';

interface RefundsProps {
  order: RefundableOrder;
  /** Receives the order after a refund. */
  onChanged: ((order: RefundableOrder) => void) | undefined;
}

/** The refunds of an order, and the button that gives money back. */
export const Refunds = ({ order, onChanged }: RefundsProps) => {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  const reread = async () => {
    const { data } = await dispatch(readOrder.initiate(order, { subscribe: false, forceRefetch: true }));
    if (data) onChanged?.(data);
  };
  return (
    <>
      {refundRows(order).map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {isRefundable(order) && (
        <div className={styles.tools}>
          <Button look="quiet" size="small" onClick={() => setOpen(true)}>
            <Undo2 className="icon-s" aria-hidden />
            Give money back
          </Button>
        </div>
      )}
      <RefundDialog order={order} open={isOpen} onClose={() => setOpen(false)} onSent={() => void reread()} />
    </>
  );
};

const Row = ({ row: { amount, createdAt, state, message } }: { row: RefundRow }) => (
  <span className="num">
    {formatDollars(amount)} on {day.format(new Date(createdAt))}
    {state && `, ${state}`}
    {message && <span className="small dim">: {message}</span>}
  </span>
);
