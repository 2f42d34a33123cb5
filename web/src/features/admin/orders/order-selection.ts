import type { RefundableOrder } from '@geodes/contracts';

/** The server takes as many in one list, and in one command. */
export const MAX_SELECTED = 500;

/** The selected orders by id, in the order of their selection. */
export type OrderSelection = ReadonlyMap<string, RefundableOrder>;

/** Adds orders to a selection, up to MAX_SELECTED, or removes them. */
export const select = (
  selection: OrderSelection,
  orders: readonly RefundableOrder[],
  isOn: boolean,
): OrderSelection => {
  const next = new Map(selection);
  for (const order of orders) {
    if (!isOn) next.delete(order.id);
    else if (next.has(order.id) || next.size < MAX_SELECTED) next.set(order.id, order);
  }
  return next;
};

/** Returns the selection with orders as they were read last. */
export const refresh = (selection: OrderSelection, orders: readonly RefundableOrder[]): OrderSelection =>
  select(
    selection,
    orders.filter(({ id }) => selection.has(id)),
    true,
  );

/** Returns how many of the orders are selected. */
export const coverage = (selection: OrderSelection, orders: readonly RefundableOrder[]): 'none' | 'some' | 'all' => {
  const count = orders.filter(({ id }) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === orders.length ? 'all' : 'some';
};
