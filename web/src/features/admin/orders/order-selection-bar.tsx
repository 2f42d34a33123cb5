import { Printer, Truck } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { RefundableOrder } from '@geodes/contracts';
import { Button } from '../../../ui/button.js';
import { SelectionBar } from '../selection/selection-bar.js';
import { PackingSlips } from './order-slip.js';
import { ShipDialog } from './shipping/ship-dialog.js';

interface OrderSelectionBarProps {
  selected: RefundableOrder[];
  /** Orders on all pages. */
  all: { total: number; isBusy: boolean; onSelect: () => void };
  isArchive: boolean;
  onDeselect: (orders: RefundableOrder[]) => void;
}

/** What can be done with the selected orders. */
export const OrderSelectionBar = ({ selected, all, isArchive, onDeselect }: OrderSelectionBarProps) => {
  const [isPrinting, setIsPrinting] = useState(false);
  const [isShipping, setIsShipping] = useState(false);
  const onPrinted = useCallback(() => setIsPrinting(false), []);
  return (
    <>
      <SelectionBar
        noun="order"
        count={selected.length}
        all={all}
        hint="Select orders to print their slips or mark them as shipped."
        onSelectNone={() => onDeselect(selected)}
      >
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
      </SelectionBar>
      {isPrinting && <PackingSlips orders={selected} onPrinted={onPrinted} />}
      <ShipDialog orders={selected} open={isShipping} onClose={() => setIsShipping(false)} onShipped={onDeselect} />
    </>
  );
};
