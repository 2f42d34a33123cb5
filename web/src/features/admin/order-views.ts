import type { AdminOrder } from '@geodes/contracts';

export type OrderView = 'awaiting' | 'completed' | 'archive';

export const orderViews: { view: OrderView; label: string }[] = [
  { view: 'awaiting', label: 'Awaiting Shipment' },
  { view: 'completed', label: 'Completed Orders' },
  { view: 'archive', label: 'Order Archive' },
];

const inView: Record<OrderView, (status: string) => boolean> = {
  awaiting: (status) => status === 'paid',
  completed: (status) => status === 'shipped' || status === 'delivered' || status === 'completed',
  archive: () => true,
};

const matches = (order: AdminOrder, search: string): boolean => {
  const text = [
    order.id,
    order.orderNumber,
    order.customerName,
    order.customerEmail,
    ...order.items.map(({ geode }) => geode.title),
  ]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** The orders of a view that match; a chosen status overrides the view. */
export const ordersShown = <Order extends AdminOrder>(
  orders: readonly Order[],
  { view, status, search }: { view: OrderView; status: string; search: string },
): Order[] =>
  orders.filter(
    (order) =>
      (status === 'all' ? inView[view](order.status) : order.status === status) && matches(order, search.trim()),
  );
