import type { RefundableOrder } from '@geodes/contracts';
import {
  emptyText,
  isArchivable,
  isArchiveListed,
  isListed,
  ordersPath,
  rangeText,
  statusFilters,
  type OrdersShown,
} from './order-views.js';

const shown = (change: Partial<OrdersShown> = {}): OrdersShown => ({
  view: 'awaiting',
  status: 'all',
  search: '',
  page: 1,
  ...change,
});
const toQuery = (change: Partial<OrdersShown>) =>
  Object.fromEntries(new URL(ordersPath(shown(change)), 'http://shop').searchParams);

describe('order lists', () => {
  it('the query of a list has its view and page', () => {
    expect(toQuery({})).toEqual({ view: 'awaiting', page: '1', limit: '20' });
    expect(toQuery({ view: 'completed', page: 3 })).toEqual({ view: 'completed', page: '3', limit: '20' });
    expect(toQuery({ view: 'archive' })).toEqual({ page: '1', limit: '20' });
  });
  it('a chosen status overrides the view in the query', () => {
    expect(toQuery({ status: 'cancelled' })).toEqual({ status: 'cancelled', page: '1', limit: '20' });
    expect(toQuery({ view: 'completed', status: 'pending', search: 'a&b' })).toEqual({
      status: 'pending',
      search: 'a&b',
      page: '1',
      limit: '20',
    });
  });
  it('in the archive view a status that no archived order can have overrides the view', () => {
    const listed = (view: OrdersShown['view']) =>
      statusFilters.map(({ value }) => value).filter((status) => isArchiveListed({ view, status }));
    expect(listed('archive')).toEqual(['all', 'shipped', 'delivered', 'completed']);
    expect([...listed('awaiting'), ...listed('completed')]).toEqual([]);
    expect(ordersPath(shown({ view: 'archive', status: 'shipped' }))).toBe('/archived?page=1&limit=20&status=shipped');
    expect(ordersPath(shown({ view: 'archive', status: 'pending' }))).toBe('?page=1&limit=20&status=pending');
  });
  it('a list keeps the orders of its view or status, and loses those that are archived or cancelled', () => {
    const statuses = ['pending', 'paid', 'shipped', 'cancelled'] as const;
    const kept = (change: Partial<OrdersShown>, archivedAt: string | null = null) =>
      statuses.filter((status) => isListed(shown(change), { status, archivedAt }));
    expect([kept({}), kept({ view: 'completed' })]).toEqual([['paid'], ['shipped']]);
    expect(kept({ status: 'cancelled' })).toEqual(['cancelled']);
    const archived = '2026-11-24T10:00:00.000Z';
    expect([kept({ view: 'completed' }, archived), kept({ view: 'archive' }, archived)]).toEqual([[], [...statuses]]);
  });
  it('the status filter offers every status', () => {
    expect(statusFilters.map(({ value }) => value).sort()).toEqual(
      ['all', 'pending', 'paid', 'completed', 'shipped', 'delivered', 'cancelled'].sort(),
    );
  });
  it('only the completed view archives, and only shipped, delivered and completed orders', () => {
    const statuses = ['pending', 'paid', 'shipped', 'delivered', 'completed', 'cancelled'] as const;
    const offered = (view: OrdersShown['view']) => statuses.filter((status) => isArchivable(view, status));
    expect(offered('completed')).toEqual(['shipped', 'delivered', 'completed']);
    expect([...offered('awaiting'), ...offered('archive')]).toEqual([]);
  });
});

describe('the range of a page of orders', () => {
  const page = (orders: number, total: number, change = {}) =>
    rangeText({ page: 1, limit: 20, total, orders: Array.from<RefundableOrder>({ length: orders }), ...change });
  it.each([
    [page(0, 0), '0 orders'],
    [page(1, 1), '1 order'],
    [page(5, 5), '5 orders'],
    [page(20, 1_233), '1–20 of 1,233 orders'],
    [page(13, 33, { page: 2 }), '21–33 of 33 orders'],
    [page(20, 1_000, { isCapped: true }), '1–20 of more than 1,000 orders'],
    [page(0, 5, { page: 9 }), '0 of 5 orders'],
  ])('reads: %s', (range, expected) => expect(range).toBe(expected));
});

describe('the text of an empty order list', () => {
  it('says which orders the list is for', () => {
    expect(emptyText(shown()).title).toBe('Nothing to Ship');
    expect(emptyText(shown({ view: 'archive' })).title).toBe('The Archive Is Empty');
  });
  it('names the search and the status', () => {
    expect(emptyText(shown({ status: 'paid' })).text).toBe('No order has the status Awaiting Shipment.');
    expect(emptyText(shown({ view: 'archive', status: 'shipped', search: 'x' })).text).toBe(
      'No order in the archive with the status Shipped matches your search.',
    );
    expect(emptyText(shown({ status: 'cancelled', search: 'x' })).text).toBe(
      'No order with the status Cancelled matches your search.',
    );
    expect(emptyText(shown({ view: 'archive', status: 'cancelled' })).text).toBe('No order has the status Cancelled.');
  });
});
