import type { AdminOrder, OwnerStatus, RefundableOrder } from '@geodes/contracts';
import { useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { formatDollars } from '../../app/money.js';
import { notified } from '../../app/notices.slice.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Count } from '../../ui/count.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Picture } from '../../ui/picture.js';
import { SearchField } from '../../ui/search-field.js';
import { Select } from '../../ui/select.js';
import { useMedia } from '../../ui/use-media.js';
import { orderNumberOf, statusDisplay } from '../orders/order-status.js';
import {
  useArchiveOrderMutation,
  useGetArchivedOrdersQuery,
  useGetOrdersQuery,
  useSetOrderStatusMutation,
} from './admin.api.js';
import { OrderRefunds } from './order-refunds.js';
import { ordersShown, orderViews, type OrderView } from './order-views.js';
import panel from './panel.module.css';
import styles from './records.module.css';
import { SquareCheck } from './square-check.js';

const ownerStatuses: { value: OwnerStatus; label: string }[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Awaiting Shipment' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'completed', label: 'Completed' },
];
const statusFilters = [
  { value: 'all', label: 'All statuses' },
  ...ownerStatuses,
  { value: 'cancelled', label: 'Cancelled' },
];

export const OrdersTab = () => {
  const [view, setView] = useState<OrderView>('awaiting');
  const [status, setStatus] = useState('all');
  const [search, setSearch] = useState('');
  const isArchive = view === 'archive';
  const open = useGetOrdersQuery();
  const archived = useGetArchivedOrdersQuery(undefined, { skip: !isArchive });
  const { data, error, refetch } = isArchive ? archived : open;
  const shown = data && ordersShown(data, { view, status, search });
  const awaiting = open.data?.filter((order) => order.status === 'paid').length ?? 0;
  const isWide = useMedia('(min-width: 1024px)');
  return (
    <>
      <div className={panel.head}>
        <h1>Orders</h1>
        <div className={panel.tools}>
          <span>
            <SearchField
              label="Search orders"
              placeholder="Search orders"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </span>
          <Select label="Status" options={statusFilters} value={status} onChange={setStatus} />
        </div>
      </div>
      <div className={panel.views} role="tablist" aria-label="Orders">
        {orderViews.map((one) => (
          <button
            key={one.view}
            type="button"
            role="tab"
            className={panel.tab}
            aria-selected={one.view === view}
            onClick={() => setView(one.view)}
          >
            {one.label}
            {one.view === 'awaiting' && <Count value={awaiting} />}
          </button>
        ))}
      </div>
      <SquareCheck />
      {shown?.some(({ refundedTotal }) => refundedTotal === null) && (
        <p className="small dim">Refunds cannot be shown at the moment.</p>
      )}
      {error && (
        <EmptyState
          look="failed"
          title="Unable to Load Orders"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          {messageOf(error, 'Something went wrong while loading the orders.')}
        </EmptyState>
      )}
      {shown?.length === 0 && <p className="dim">No orders here.</p>}
      {shown &&
        shown.length > 0 &&
        (isWide ? <OrderTable orders={shown} view={view} /> : <OrderCards orders={shown} view={view} />)}
    </>
  );
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const itemWords = ({ items }: AdminOrder): string =>
  items.length === 1 ? (items[0]?.geode.title ?? '') : `${items.length} geodes`;

interface OrdersProps {
  orders: RefundableOrder[];
  view: OrderView;
}

const OrderTable = ({ orders, view }: OrdersProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th>Order</th>
        <th>Customer</th>
        <th>Items</th>
        <th>Placed</th>
        <th className={styles.right}>Total</th>
        <th>Status</th>
        <th>
          <span className="sr">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => (
        <tr key={order.id}>
          <td className={`num ${styles.title} ${styles.number}`}>{orderNumberOf(order.id)}</td>
          <td>
            <span className="ink">{order.customerName}</span>
            <br />
            <span className="dim">{order.customerEmail}</span>
          </td>
          <td>
            <div className={styles.items}>
              {order.items.slice(0, 3).map(({ id, geode }) => (
                <Picture key={id} src={geode.imageUrl} alt="" sizes="42px" widest={160} />
              ))}
              <span>{itemWords(order)}</span>
            </div>
          </td>
          <td className="num">{day.format(new Date(order.createdAt))}</td>
          <td className={`num ink ${styles.right}`}>
            {formatDollars(order.total)}
            <OrderRefunds order={order} />
          </td>
          <td>
            <StatusBadge status={order.status} />
          </td>
          <td>
            <div className={styles.cell}>
              <OrderActions order={order} view={view} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const OrderCards = ({ orders, view }: OrdersProps) => (
  <ul className={styles.cards}>
    {orders.map((order) => (
      <li key={order.id} className={styles.card}>
        <Picture src={order.items[0]?.geode.imageUrl ?? ''} alt="" sizes="72px" widest={160} />
        <div className={styles.facts}>
          <div>
            <span className={`num ${styles.title} ${styles.number}`}>{orderNumberOf(order.id)}</span>
            <span className="num strong">{formatDollars(order.total)}</span>
          </div>
          <span className="small dim">
            {order.customerName}
            <br />
            <span className="num">{day.format(new Date(order.createdAt))}</span>
          </span>
          <StatusBadge status={order.status} />
          <OrderRefunds order={order} />
        </div>
        <div className={styles.operations}>
          <OrderActions order={order} view={view} />
        </div>
      </li>
    ))}
  </ul>
);

const StatusBadge = ({ status }: { status: string }) => {
  const { label, tone } = statusDisplay(status);
  return (
    <Badge tone={tone} lined={status === 'paid'}>
      {status === 'paid' ? 'AWAITING SHIPMENT' : label}
    </Badge>
  );
};

/** The status select, hidden in the archive, and archiving, offered among the completed only. */
const OrderActions = ({ order, view }: { order: AdminOrder; view: OrderView }) => {
  const dispatch = useAppDispatch();
  const [setStatus, { isLoading: isChanging }] = useSetOrderStatusMutation();
  const [archive, { isLoading: isArchiving }] = useArchiveOrderMutation();
  if (view === 'archive') return null;

  const number = orderNumberOf(order.id);
  const change = async (status: OwnerStatus | 'cancelled') => {
    if (status === 'cancelled') return;
    const { error } = await setStatus({ id: order.id, status });
    dispatch(
      notified(
        error
          ? { title: 'Failed to update order status', text: 'Please try again.', tone: 'bad' }
          : { title: 'Order status updated', text: `${number}: ${statusDisplay(status).label}` },
      ),
    );
  };
  const putAway = async () => {
    const { error } = await archive(order.id);
    dispatch(
      notified(
        error
          ? { title: 'Failed to archive order', text: 'Please try again.', tone: 'bad' }
          : { title: 'Order archived', text: number },
      ),
    );
  };
  // The system alone cancels; a cancelled order shows what it is and stays so.
  const isCancelled = order.status === 'cancelled';
  return (
    <>
      <Select
        label={`Status of ${number}`}
        options={isCancelled ? [{ value: 'cancelled' as const, label: 'Cancelled' }] : ownerStatuses}
        value={order.status}
        disabled={isChanging || isCancelled}
        onChange={(status) => void change(status)}
      />
      {view === 'completed' && (
        <Button look="quiet" size="small" busy={isArchiving} onClick={() => void putAway()}>
          Archive
        </Button>
      )}
    </>
  );
};
