import type { RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { Printer, Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.js';
import { Button } from '../../../ui/button.js';
import { useReport } from '../actions.js';
import { SelectionBar } from '../selection/selection-bar.js';
import { MAX_SELECTED, refresh, select, type Selection } from '../selection/selection.js';
import { PackingSlips } from './order-slip.js';
import { isListed, ordersPath, type OrdersShown } from './order-views.js';
import { getOrders } from './orders.api.js';
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
  return (
    <>
      <SelectionBar
        noun="order"
        count={selected.length}
        all={all}
        hint={`Select orders to print their slips${isArchive ? '' : ' or mark them as shipped'}.`}
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
      {isPrinting && <PackingSlips orders={selected} onPrinted={() => setIsPrinting(false)} />}
      <ShipDialog orders={selected} open={isShipping} onClose={() => setIsShipping(false)} onShipped={onDeselect} />
    </>
  );
};

const NONE: Selection<RefundableOrder> = new Map();

/**
 * Holds the selected orders of a view, over all its pages. `page` is the page as it was read last, `opened` the order whose
 * detail was opened last. Another search ends the selection, or orders that it hides would be shipped too; an order that
 * has left the view is no longer selected.
 */
export const useOrderSelection = (
  shown: OrdersShown,
  page: RefundableOrderPage | undefined,
  opened: RefundableOrder | undefined,
  isFetching: boolean,
) => {
  const dispatch = useAppDispatch();
  const report = useReport();
  const [{ search, stored }, setSelected] = useState({ search: shown.search, stored: NONE });
  // Waits for the response: until then the earlier orders are on the screen and can be selected.
  if (!isFetching && search !== shown.search) setSelected({ search: shown.search, stored: NONE });
  const [isSelectingAll, setSelectingAll] = useState(false);
  const selection = useMemo(() => {
    const known = refresh(stored, [...(page?.orders ?? []), ...(opened ? [opened] : [])]);
    return new Map([...known].filter(([, order]) => isListed(shown, order)));
  }, [stored, page, opened, shown]);
  const toggle = (orders: readonly RefundableOrder[], isOn: boolean) =>
    setSelected((now) => ({ ...now, stored: select(now.stored, orders, isOn) }));
  return {
    selection,
    isSelectingAll,
    toggle,
    /** Takes a selected order as it was changed. */
    update: (order: RefundableOrder) => setSelected((now) => ({ ...now, stored: refresh(now.stored, [order]) })),
    /** Reads and selects the orders of all pages, up to the limit. */
    selectAll: async (): Promise<void> => {
      setSelectingAll(true);
      const path = ordersPath({ ...shown, page: 1 }, MAX_SELECTED);
      const { data, error } = await dispatch(getOrders.initiate(path, { subscribe: false, forceRefetch: true }));
      setSelectingAll(false);
      // Dropped if another search was shown meanwhile.
      if (data)
        return setSelected((now) =>
          now.search === shown.search ? { ...now, stored: select(now.stored, data.orders, true) } : now,
        );
      report({ error }, { title: 'Failed to select the orders' });
    },
  };
};
