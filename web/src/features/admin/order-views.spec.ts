import type { AdminOrder, OrderStatus } from '@geodes/contracts';
import { ordersShown, type OrderView } from './order-views.js';

const order = (status: OrderStatus, customerName = 'Alex Example'): AdminOrder => ({
  id: `id-${status}`,
  orderNumber: status.toUpperCase(),
  customerName,
  customerEmail: 'alex@example.com',
  customerPhone: null,
  total: '10.00',
  discount: '0.00',
  status,
  createdAt: '2026-11-21T00:00:00Z',
  updatedAt: '2026-11-21T00:00:00Z',
  archivedAt: null,
  squarePaymentId: null,
  items: [
    {
      id: 'item',
      geode: { id: 'g', title: 'Smoky Twins', imageUrl: '', size: '', location: '', crystalType: '' },
      quantity: 1,
      price: 1000,
    },
  ],
  shippingAddress: {
    addressLine1: '',
    addressLine2: '',
    locality: '',
    administrativeDistrictLevel1: '',
    postalCode: '',
    country: 'US',
  },
});
const all = (['pending', 'paid', 'completed', 'shipped', 'delivered', 'cancelled'] as const).map((status) =>
  order(status),
);
const shown = (view: OrderView, status = 'all', search = '') =>
  ordersShown(all, { view, status, search }).map((one) => one.status);

describe('the orders of the owner', () => {
  it('await shipment when they are paid', () => {
    expect(shown('awaiting')).toEqual(['paid']);
  });
  it('are completed when they are shipped, delivered or completed', () => {
    expect(shown('completed')).toEqual(['completed', 'shipped', 'delivered']);
  });
  it('are all shown in the archive, whatever their status', () => {
    expect(shown('archive')).toHaveLength(6);
  });
  it('are found under a chosen status, which overrides the view', () => {
    expect(shown('awaiting', 'pending')).toEqual(['pending']);
    expect(shown('completed', 'cancelled')).toEqual(['cancelled']);
  });
  it('are found by number, customer and stone', () => {
    expect(shown('archive', 'all', 'shipped')).toEqual(['shipped']);
    expect(shown('archive', 'all', 'twins ALEX')).toHaveLength(6);
    expect(shown('archive', 'all', 'nobody')).toEqual([]);
  });
});
