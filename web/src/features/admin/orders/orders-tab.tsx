import type { RefundableOrder } from '@geodes/contracts';
import { Tabs } from 'radix-ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.js';
import { Count } from '../../../ui/badge.js';
import { SearchField, useSearchField } from '../../../ui/search-field.js';
import { Select } from '../../../ui/select.js';
import { TextButton } from '../../../ui/button.js';
import { OrderDetail } from './order-detail.js';
import {
  AWAITING_COUNT,
  isArchiveListed,
  orderViews,
  statusFilters,
  type OrdersShown,
  type PanelView,
  type StatusFilter,
} from './order-views.js';
import { getOrders, useGetOrdersQuery } from './orders.api.js';
import { OrdersOfView } from './orders-of-view.js';
import styles from './orders.module.css';
import { rereadOrder, useRefundWatch } from './refunds/refunds.api.js';
import { usePanelState } from '../panel-memory.js';
import panel from '../panel.module.css';
import { SquareCheck } from '../reconciliation/square-check.js';

const FIRST: OrdersShown = { view: 'awaiting', status: 'all', search: '', page: 1 };

export const OrdersTab = () => {
  const dispatch = useAppDispatch();
  const [shown, setShown] = usePanelState('orders.shown', FIRST);
  const { view, status, search } = shown;
  const show = (change: Partial<OrdersShown>) => setShown((now) => ({ ...now, page: 1, ...change }));
  const searchFor = (next: string) => {
    if (next !== search) show({ search: next });
  };
  const [typed, onSearch] = useSearchField(search, searchFor);
  // Text that was typed but not searched yet.
  const searchOnReturn = useEffectEvent(() => searchFor(typed.trim()));
  useEffect(() => () => searchOnReturn(), []);
  const { order, isOpen, open, close, onChanged, onConflict } = useOpenedOrder();
  const label = statusFilters.find(({ value }) => value === status)?.label;
  return (
    <Tabs.Root
      value={view}
      onValueChange={(next) => {
        show({ view: next as PanelView });
        void dispatch(getOrders.initiate(AWAITING_COUNT, { subscribe: false, forceRefetch: true }));
      }}
    >
      <div className={panel.head}>
        <h1>Orders</h1>
        <div className={panel.tools}>
          <span>
            <SearchField
              label="Search orders"
              placeholder="Search orders"
              maxLength={200}
              value={typed}
              onChange={(event) => onSearch(event.target.value)}
            />
          </span>
          <Select<StatusFilter>
            label="Status"
            options={statusFilters}
            value={status}
            onChange={(next) => show({ status: next })}
          />
        </div>
      </div>
      <Tabs.List className={panel.views} aria-label="Orders">
        {orderViews.map((one) => (
          <Tabs.Trigger key={one.view} value={one.view} className={panel.tab}>
            {one.label}
            {one.view === 'awaiting' && <AwaitingCount />}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <SquareCheck />
      {status !== 'all' && (
        <p className={`small ${styles.overridden}`}>
          {isArchiveListed(shown) ? 'Archived orders' : 'Orders of every view'} with the status {label}.{' '}
          <TextButton onClick={() => show({ status: 'all' })}>Show all statuses</TextButton>
        </p>
      )}
      <Tabs.Content value={view} tabIndex={-1}>
        <OrdersOfView
          // The key resets the list with view and status. Page and search keep the old rows until the response.
          key={`${view} ${status}`}
          shown={shown}
          opened={order}
          openId={isOpen ? order?.id : undefined}
          onPage={(page) => show({ page })}
          onOpen={open}
          onChanged={onChanged}
          onClear={() => show({ status: 'all', search: '' })}
        />
      </Tabs.Content>
      {order && (
        <OrderDetail
          order={order}
          view={view}
          open={isOpen}
          onClose={close}
          onChanged={onChanged}
          onConflict={(id) => void onConflict(id)}
        />
      )}
    </Tabs.Root>
  );
};

const AwaitingCount = () => {
  const { data } = useGetOrdersQuery(AWAITING_COUNT, { refetchOnMountOrArgChange: true });
  return <Count value={data?.total ?? 0} />;
};

interface Shown {
  order?: RefundableOrder;
  isOpen: boolean;
}

/** Holds the order shown in the detail dialog. Keeps it while the dialog closes, and updates it after changes. */
const useOpenedOrder = () => {
  const dispatch = useAppDispatch();
  const [{ order, isOpen }, setShown] = useState<Shown>({ isOpen: false });
  /** Ignores responses that arrive after another order was opened. */
  const change = (id: string, to: Partial<Shown>) =>
    setShown((now) => (now.order?.id === id ? { ...now, ...to } : now));
  const onChanged = (changed: RefundableOrder) => change(changed.id, { order: changed });
  useRefundWatch(order && isOpen ? [order] : [], onChanged);
  return {
    order,
    isOpen,
    open: (opened: RefundableOrder) => setShown({ order: opened, isOpen: true }),
    close: () => setShown((now) => ({ ...now, isOpen: false })),
    onChanged,
    /** Rereads an order that changed elsewhere. Closes the dialog if the order is no longer in the open lists. */
    onConflict: async (id: string) => {
      const { data } = await dispatch(rereadOrder({ id, archivedAt: null }));
      if (data) onChanged(data);
      else if (data === null) change(id, { isOpen: false });
    },
  };
};
