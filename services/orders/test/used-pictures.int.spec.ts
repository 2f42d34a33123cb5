import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

it('the pictures of an order are in use, also when its geode shows others', async () => {
  const names = ['a.webp', 'b.webp'];
  expect(await shop.bus.call('orders.used-pictures', { names })).toEqual({ used: [] });
  expect((await shop.checkout({ buyerDetails: demoBuyer() })).outcome).toBe('paid');
  expect(await shop.bus.call('orders.used-pictures', { names })).toEqual({ used: ['a.webp'] });
});
