import { orderNumberOf, statusDisplay } from './order-status.js';

describe('an order status', () => {
  it.each([
    ['pending', 'Pending', 'yellow'],
    ['paid', 'Awaiting Shipment', 'orange'],
    ['completed', 'Completed', 'green'],
    ['shipped', 'Shipped', 'purple'],
    ['delivered', 'Delivered', 'green'],
    ['cancelled', 'Cancelled', 'red'],
  ])('%s is shown as %s in %s', (status, label, tone) => {
    expect(statusDisplay(status)).toEqual({ label, tone });
  });
  it.each(['', 'refunded', 'toString', 'PAID'])('that is unknown (%j) is shown as pending', (status) => {
    expect(statusDisplay(status)).toEqual({ label: 'Pending', tone: 'yellow' });
  });
});

describe('an order number', () => {
  it('is the last 8 characters of the order id in upper case', () => {
    expect(orderNumberOf('0b5a1f9e-5f0e-5c2d-9a7b-3c4d7f3a9c1e')).toBe('7F3A9C1E');
  });
});
