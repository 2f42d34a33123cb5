import { eventually } from './eventually.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

let server: MailServer;
let shop: OrdersUnderTest;
beforeAll(async () => {
  server = await startMailServer();
  shop = await startOrders({ letters: { SMTP_URL: server.url } });
});
afterAll(async () => {
  await shop.stop();
  await server.stop();
});

it('a paid order sends its buyer and the owner one letter each', async () => {
  const outcome = await shop.checkout();
  expect(outcome.outcome).toBe('paid');
  const mails = await eventually(
    () => Promise.resolve(server.mails),
    (all) => all.length >= 2,
    10_000,
  );
  expect(mails).toHaveLength(2);
});
