import type { OrderStatus, OrderView, OwnerStatus, RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { isSent } from '../../orders/order-status.js';

/** A sub-view of the Orders tab. */
export type PanelView = OrderView | 'archive';

export const orderViews: { view: PanelView; label: string }[] = [
  { view: 'awaiting', label: 'Awaiting Shipment' },
  { view: 'completed', label: 'Completed Orders' },
  { view: 'archive', label: 'Order Archive' },
];

/** The statuses that the owner can set. */
export const ownerStatuses: { value: OwnerStatus; label: string }[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Awaiting Shipment' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'completed', label: 'Completed' },
];

export type StatusFilter = OrderStatus | 'all';
export const statusFilters: { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All statuses' },
  ...ownerStatuses,
  { value: 'cancelled', label: 'Cancelled' },
];

/** The state of the Orders tab. */
export interface OrdersShown {
  view: PanelView;
  status: StatusFilter;
  search: string;
  /** From 1. */
  page: number;
}

const PAGE_SIZE = 20;

/**
 * Returns whether the archive is listed. In the archive view a status that no archived order can have overrides the view
 * too; the others find archived orders, which the list of the other views leaves out.
 */
export const isArchiveListed = ({ view, status }: Pick<OrdersShown, 'view' | 'status'>): boolean =>
  view === 'archive' && (status === 'all' || isSent(status));

/** Returns whether the list, without its search, still has this order. */
export const isListed = (
  shown: OrdersShown,
  { status, archivedAt }: Pick<RefundableOrder, 'status' | 'archivedAt'>,
): boolean => {
  if (isArchiveListed(shown) !== (archivedAt !== null)) return false;
  if (shown.status !== 'all') return status === shown.status;
  if (shown.view === 'archive') return true;
  return shown.view === 'awaiting' ? status === 'paid' : isSent(status);
};

/** Returns the path of a list below `/admin/orders`, with its query. A chosen status overrides the view. */
export const ordersPath = ({ view, status, search, page }: OrdersShown, limit = PAGE_SIZE): string => {
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  if (status !== 'all') query.set('status', status);
  else if (view !== 'archive') query.set('view', view);
  if (search) query.set('search', search);
  return `${isArchiveListed({ view, status }) ? '/archived' : ''}?${query}`;
};

/** The path whose total counts the orders awaiting shipment. */
export const AWAITING_COUNT = '?view=awaiting&page=1&limit=1';

/** Returns whether the view offers to archive orders of this status. */
export const isArchivable = (view: PanelView, status: OrderStatus): boolean => view === 'completed' && isSent(status);

/** `21–40 of 233 orders` */
export const rangeText = (shown: Omit<RefundableOrderPage, 'totalPages'>): string => {
  const { page, limit, total, isCapped, orders } = shown;
  const all = `${isCapped ? 'more than ' : ''}${counted(total, 'order')}`;
  if (orders.length === 0 && total > 0) return `0 of ${all}`;
  const first = (page - 1) * limit + 1;
  const last = first + orders.length - 1;
  if (total === 0 || (first === 1 && last === total && !isCapped)) return all;
  return `${first.toLocaleString('en-US')}–${last.toLocaleString('en-US')} of ${all}`;
};

const emptyTexts: Record<PanelView, { title: string; text: string }> = {
  awaiting: { title: 'Nothing to Ship', text: 'Paid orders stand here until they are on their way.' },
  completed: { title: 'No Completed Orders', text: 'Shipped, delivered and completed orders stand here.' },
  archive: { title: 'The Archive Is Empty', text: 'Orders that you archive are kept here.' },
};

/** Returns the text for an empty list. */
export const emptyText = (shown: OrdersShown): { title: string; text: string } => {
  const { view, status, search } = shown;
  const label = statusFilters.find(({ value }) => value === status)?.label;
  const place = isArchiveListed(shown) ? ' in the archive' : '';
  if (search && status !== 'all')
    return { title: 'No Orders Found', text: `No order${place} with the status ${label} matches your search.` };
  if (search)
    return { title: 'No Orders Found', text: 'None here matches your search. It goes with you to the other views.' };
  if (status !== 'all') return { title: 'No Orders Found', text: `No order${place} has the status ${label}.` };
  return emptyTexts[view];
};
