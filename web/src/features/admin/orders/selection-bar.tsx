import { Printer, Truck } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { RefundableOrder } from '@geodes/contracts';
import { Button } from '../../../ui/button.js';
import { MAX_SELECTED } from './order-selection.js';
import { PackingSlips } from './order-slip.js';
import styles from './orders.module.css';
import { ShipDialog } from './shipping/ship-dialog.js';

interface SelectionBarProps {
  selected: RefundableOrder[];
  /** Orders on all pages. */
  total: number;
  isArchive: boolean;
  isSelectingAll: boolean;
  onSelectAll: () => void;
  onDeselect: (orders: RefundableOrder[]) => void;
}

/** What can be done with the selected orders. */
export const SelectionBar = ({
  selected,
  total,
  isArchive,
  isSelectingAll,
  onSelectAll,
  onDeselect,
}: SelectionBarProps) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const [isShipping, setIsShipping] = useState(false);
  const onPrinted = useCallback(() => setIsPrinting(false), []);
  const count = selected.length;
  const all = Math.min(total, MAX_SELECTED);
  return (
    <div className={styles.selection} role="group" aria-label="Selected orders">
      <p className="small num" role="status">
        {count > 0 && `${count} ${count === 1 ? 'order is' : 'orders are'} selected`}
      </p>
      {count === 0 && <p className="small dim">Select orders to print their slips or mark them as shipped.</p>}
      <div>
        {count < all && (
          <Button look="quiet" size="small" busy={isSelectingAll} onClick={onSelectAll}>
            {total > MAX_SELECTED ? `Select the first ${MAX_SELECTED}` : `Select all ${total}`}
          </Button>
        )}
        {count > 0 && (
          <>
            <Button look="quiet" size="small" onClick={() => onDeselect(selected)}>
              Select none
            </Button>
            <Button look="secondary" size="small" onClick={() => setIsPrinting(true)}>
              <Printer className="icon-s" aria-hidden />
              Print slips
            </Button>
            {!isArchive && (
              <Button look="secondary" size="small" onClick={() => setIsShipping(true)}>
                <Truck className="icon-s" aria-hidden />
                Mark as shipped
              </Button>
            )}
          </>
        )}
      </div>
      {isPrinting && <PackingSlips orders={selected} onPrinted={onPrinted} />}
      <ShipDialog orders={selected} open={isShipping} onClose={() => setIsShipping(false)} onShipped={onDeselect} />
    </div>
  );
};
