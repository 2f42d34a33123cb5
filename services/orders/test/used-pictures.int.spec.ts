import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

it('used-pictures returns pictures of orders, whatever their geodes show now', async () => {
  const names = ['a.webp', 'b.webp'];
  expect(await shop.bus.call('orders.used-pictures', { names })).toEqual({ used: [] });
  expect((await shop.checkout({ buyerDetails: demoBuyer() })).outcome).toBe('paid');
  expect(await shop.bus.call('orders.used-pictures', { names })).toEqual({ used: ['a.webp'] });
});

it('used-pictures recognises a picture in every form of its URL', async () => {
  const imageUrls = ['https://shop.example/objects/c.webp', '/objects/d.webp?w=640', 'https://x.example/y'];
  await shop.database.query('UPDATE order_item SET image_urls = $1', [imageUrls]);
  const names = ['a.webp', 'c.webp', 'd.webp', 'y', ''];
  const { used } = await shop.bus.call('orders.used-pictures', { names });
  expect(used.sort()).toEqual(['c.webp', 'd.webp']);
  await shop.database.query(`UPDATE order_item SET image_urls = '{}'`);
  expect(await shop.bus.call('orders.used-pictures', { names })).toEqual({ used: [] });
});

it('used-pictures uses an index', async () => {
  const plan = await shop.database.transaction(async (manager) => {
    await manager.query('SET LOCAL enable_seqscan = off');
    return JSON.stringify(
      await manager.query(`EXPLAIN SELECT FROM order_item WHERE picture_names(image_urls) && ARRAY['a.webp']`),
    );
  });
  expect(plan).toContain('order_item_pictures');
});
