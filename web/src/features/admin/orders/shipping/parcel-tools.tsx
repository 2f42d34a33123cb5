import type { RefundableOrder } from '@geodes/contracts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { parcelText } from '../../../orders/tracking-text.js';
import styles from '../order-detail.module.css';
import { TrackingDialog } from './tracking-dialog.js';
import { TrackingLink } from './tracking-link.js';
import type { OrderChangeHandlers } from '../use-order-changes.js';

interface ParcelToolsProps extends OrderChangeHandlers {
  order: RefundableOrder;
  isLocked: boolean;
}

/** Shows how the parcel is followed, and changes it. */
export const ParcelTools = ({ order, isLocked, ...handlers }: ParcelToolsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const hasTracking = parcelText(order) !== '';
  return (
    <>
      {hasTracking ? <TrackingLink parcel={order} /> : <span className="dim">No tracking number</span>}
      {!isLocked && (
        <div className={styles.tools}>
          <Button look="quiet" size="small" onClick={() => setIsOpen(true)}>
            <Pencil className="icon-s" aria-hidden />
            {hasTracking ? 'Change tracking' : 'Add tracking'}
          </Button>
        </div>
      )}
      <TrackingDialog order={order} open={isOpen} onClose={() => setIsOpen(false)} handlers={handlers} />
    </>
  );
};
