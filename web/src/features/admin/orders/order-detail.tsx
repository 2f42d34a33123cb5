import type { RefundableOrder } from '@geodes/contracts';
import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.js';
import { formatCents, toCents } from '../../../app/money.js';
import { notified } from '../../../app/notices.slice.js';
import { Badge } from '../../../ui/badge.js';
import { Button, CloseButton } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Picture } from '../../../ui/picture.js';
import { orderNumberOf } from '../../orders/order-status.js';
import { PriceSum } from '../../orders/price-sum.js';
import { day } from '../dates.js';
import { History } from '../history/history.js';
import { lockedText, OrderActions, OrderBadge, RefundBadge } from './order-actions.js';
import { addressLines } from './order-text.js';
import styles from './order-detail.module.css';
import records from '../records.module.css';
import { OrderSummary } from './order-summary.js';
import { PackingSlips } from './order-slip.js';
import type { PanelView } from './order-views.js';
import { ParcelTools } from './shipping/parcel-tools.js';
import type { OrderChangeHandlers } from './orders.api.js';
import { Refunds } from './refunds/refunds.js';

interface OrderDetailProps extends OrderChangeHandlers {
  order: RefundableOrder;
  view: PanelView;
  open: boolean;
  onClose: () => void;
}

/** Shows one order with its buyer, postal address, payment, items and history, and changes its status. */
export const OrderDetail = ({ order, view, open, onClose, ...events }: OrderDetailProps) => {
  const number = orderNumberOf(order.id);
  const locked = lockedText(order);
  const isArchived = order.archivedAt !== null;
  return (
    <Dialog open={open} onClose={onClose} label={`Order ${number}`} place="right" className={styles.detail}>
      <header className={styles.head}>
        <h2 className="num">Order {number}</h2>
        <CloseButton onClick={onClose} />
      </header>
      <div className={styles.scroll}>
        <div className={`${records.badges} ${styles.badges}`}>
          <OrderBadge status={order.status} />
          {order.archivedAt && <Badge tone="sunk">Archived {day(order.archivedAt)}</Badge>}
          <RefundBadge order={order} />
        </div>
        {locked && !isArchived && <p className={`small ${styles.locked}`}>{locked}</p>}
        <OrderSummary
          order={order}
          parcel={
            <ParcelTools key={order.id} order={order} isLocked={locked !== undefined || isArchived} {...events} />
          }
          refunds={<Refunds key={order.id} order={order} onChanged={events.onChanged} />}
        >
          <AddressTools order={order} />
        </OrderSummary>
        <h3>Items</h3>
        <Items order={order} />
        <Sum order={order} />
        <History of="orders" id={order.id} />
      </div>
      <footer className={styles.foot}>
        <div className={styles.actions}>
          {!isArchived && (
            <span className="small dim" aria-hidden>
              Status
            </span>
          )}
          {/* The key resets the pending state when another order is shown. */}
          <OrderActions key={order.id} order={order} view={view} asksTracking {...events} />
        </div>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Dialog>
  );
};

/** Copies the postal address for a label, and prints the packing slip. */
const AddressTools = ({ order }: { order: RefundableOrder }) => {
  const dispatch = useAppDispatch();
  const [isPrinting, setIsPrinting] = useState(false);
  const copy = async () => {
    const hasCopied = await writeToClipboard(addressLines(order).join('\n'));
    dispatch(
      notified(
        hasCopied
          ? { title: 'Address copied', text: order.customerName }
          : { title: 'Failed to copy the address', text: 'Please select it and copy it by hand.', tone: 'bad' },
      ),
    );
  };
  return (
    <div className={styles.tools}>
      <Button look="quiet" size="small" onClick={() => void copy()}>
        <Copy className="icon-s" aria-hidden />
        Copy address
      </Button>
      <Button look="quiet" size="small" onClick={() => setIsPrinting(true)}>
        <Printer className="icon-s" aria-hidden />
        Print packing slip
      </Button>
      {isPrinting && <PackingSlips orders={[order]} onPrinted={() => setIsPrinting(false)} />}
    </div>
  );
};

/** Returns whether the text was copied. Pages without HTTPS have no clipboard, and browsers may refuse it. */
const writeToClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

const Items = ({ order: { items } }: { order: RefundableOrder }) => (
  <ul>
    {items.map(({ id, geode, quantity, price, isTakenBack }) => (
      <li key={id} className={styles.item}>
        <Picture src={geode.imageUrl} alt={geode.title} sizes="72px" widest={160} />
        <div>
          <h4>{geode.title}</h4>
          <p className="small dim">
            {geode.location}
            <br />
            {[geode.crystalType, geode.size].filter(Boolean).join(' · ')}
            <br />
            Quantity {quantity}
          </p>
          {isTakenBack && <Badge tone="sunk">Taken back</Badge>}
        </div>
        <span className="num ink">{formatCents(price * quantity)}</span>
      </li>
    ))}
  </ul>
);

const Sum = ({ order: { items, discount, total, refundedTotal } }: { order: RefundableOrder }) => (
  <PriceSum
    subtotal={items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)}
    discount={toCents(discount)}
    total={toCents(total)}
    refunded={toCents(refundedTotal ?? 0)}
    className={styles.sum}
  />
);
