import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type BuyerDetails, type LetterJob, orderNumber, type OrderRefund, type QueueName } from '@geodes/contracts';
import { SalesService } from '../src/sales/sales.service.js';
import { type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

const QUEUE: QueueName = 'catalog.order-events';

let shop: OrdersUnderTest;
let redis: Redis;
let refunds: OrderRefund[] = [];
beforeAll(async () => {
  // used by no other spec: those of catalog leave failed jobs in the queue of this name
  shop = await startOrders({ redisDatabase: 1 });
  redis = new Redis(shop.redisUrl, { maxRetriesPerRequest: null });
  await redis.flushdb();
  shop.fakes.answer({ 'payments.list-refunds': () => refunds });
});
afterAll(async () => {
  await shop.stop();
  redis.disconnect();
});
beforeEach(() => {
  refunds = [];
});

/** Returns a buyer whose details are unique words, so that a search through all tables finds any leftover. */
const uniqueBuyer = (): Required<BuyerDetails> => {
  const unique = (prefix: string) => `${prefix}${randomUUID().slice(0, 8)}`;
  const email = `${unique('mail')}@${unique('host')}.example.com`;
  const name = { firstName: unique('First'), lastName: unique('Last') };
  return {
    email,
    ...name,
    address: unique('Street'),
    city: unique('City'),
    state: unique('S'),
    zipCode: unique('Z'),
    phone: unique('1'),
  };
};
const buy = async (buyerDetails: BuyerDetails): Promise<string> => (await shop.buy({ buyerDetails })).orderId;
const buyAndShip = async (buyerDetails: BuyerDetails): Promise<string> => {
  const id = await buy(buyerDetails);
  await shop.bus.call('orders.set-status', { id, status: 'shipped' });
  return id;
};
const ask = ({ email, firstName: name }: BuyerDetails, question: string) =>
  shop.bus.call('orders.ask-question', {
    id: randomUUID(),
    geodeId: randomUUID(),
    title: 'Agate',
    name,
    email,
    question,
  });
const askReminder = ({ email }: BuyerDetails) => shop.bus.call('orders.ask-reminder', { email, geodeId: randomUUID() });
const erase = (email: string) => shop.bus.call('orders.erase-buyer', { email }, { timeoutMs: 15_000 });
/** Returns every row of every table as lower-case text. */
const allRows = async (): Promise<string> => {
  const tables: { name: string }[] = await shop.database.query(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => shop.database.query<{ row: string }[]>(`SELECT one::text AS row FROM ${name} AS one`)),
  );
  return JSON.stringify(rows).toLowerCase();
};
const sales = async () => {
  shop.app.get(SalesService).clearCache();
  return shop.bus.call('orders.sales', { step: 'day' });
};

describe('the export of a buyer', () => {
  it('contains orders, refused checkouts, the discount, letters, questions and reminders, and no payment token', async () => {
    const details = uniqueBuyer();
    const id = await buy(details);
    await shop.checkout({ buyerDetails: details, paymentToken: 'cnon:card-nonce-declined' });
    await ask(details, 'Is it heavy?');
    await askReminder(details);
    const exported = await shop.bus.call('orders.export-buyer', { email: ` ${details.email.toUpperCase()} ` });
    expect(exported).toMatchObject({
      isCut: false,
      orders: [{ id, email: details.email, lastName: details.lastName, phone: details.phone, refunds: [] }],
      checkouts: [
        { state: 'paid', typed: details },
        { state: 'refused', typed: details },
      ],
      discounts: [{ email: details.email }],
      letters: [
        { kind: 'order-paid', orderNumber: orderNumber(id), question: null },
        { kind: 'question', orderNumber: null, question: { email: details.email, question: 'Is it heavy?' } },
        { kind: 'sale-reminder', email: details.email, state: null },
      ],
    });
    expect(JSON.stringify(exported)).not.toContain('cnon:');
  });

  it('is empty for an unknown email', async () => {
    const email = 'nobody@example.com';
    const exported = await shop.bus.call('orders.export-buyer', { email });
    expect(exported).toEqual({ orders: [], checkouts: [], discounts: [], letters: [], isCut: false });
    expect(await erase(email)).toEqual({ orderNumbers: [], checkouts: 0 });
  });
});

describe('an erased buyer', () => {
  it('is in no row of any table, while order numbers, amounts, Square’s ids and sales stay', async () => {
    const details = uniqueBuyer();
    const ids = [await buyAndShip(details), await buyAndShip(details)];
    await shop.checkout({ buyerDetails: details, paymentToken: 'cnon:card-nonce-declined' });
    await ask(details, 'Is it heavy?');
    await askReminder(details);
    const readOrders = () =>
      shop.database.query(
        `SELECT id, status, total_cents, discount_cents, square_payment_id, created_at FROM shop_order
          WHERE id = ANY($1) ORDER BY id`,
        [ids],
      );
    const [before, salesBefore] = [await readOrders(), await sales()];
    const erased = await erase(details.email);
    expect(erased.orderNumbers.sort()).toEqual(ids.map(orderNumber).sort());
    expect(erased.checkouts).toBe(1);
    expect(await readOrders()).toEqual(before);
    expect(await sales()).toEqual(salesBefore);
    const all = await allRows();
    for (const detail of Object.values(details).map((text) => String(text).toLowerCase()))
      expect(all).not.toContain(detail);
    for (const part of details.email.split(/[@.]/).slice(0, 2)) expect(all).not.toContain(part);
  });

  it('is shown as "Erased" to the owner, and the audit log records the erasure without a name', async () => {
    const details = uniqueBuyer();
    const id = await buyAndShip(details);
    await erase(details.email);
    const list = (search: string) => shop.bus.call('orders.list', { archived: false, page: 1, limit: 10, search });
    expect((await list(details.lastName)).total).toBe(0);
    expect((await list(id)).orders).toEqual([
      expect.objectContaining({
        id,
        customerName: 'Erased',
        customerEmail: expect.stringMatching(/^erased-[0-9a-f]{12}@erased\.invalid$/),
        customerPhone: null,
      }),
    ]);
    const { changes } = await shop.bus.call('orders.list-changes', { id, page: 1, limit: 10 });
    expect(changes[0]).toMatchObject({ action: 'erased', fields: [], session: null });
  });

  it('leaves no tracking number, old or new, and no reason of a refund; the history keeps that something was changed', async () => {
    const details = uniqueBuyer();
    const id = await buyAndShip(details);
    const [earlier, latest] = [`1z${randomUUID()}`, `1z${randomUUID()}`];
    for (const trackingNumber of [earlier, latest])
      await shop.bus.call('orders.set-status', { id, status: 'shipped', carrier: 'ups', trackingNumber });
    const refund = { orderId: id, refundId: randomUUID(), key: randomUUID(), amountCents: 100 };
    shop.fakes.answer({ 'payments.refund-part': () => ({ outcome: 'refused', message: 'No.' }) });
    await shop.bus.call('orders.refund', { ...refund, reason: `For ${details.lastName}` });
    shop.fakes.answer({ 'payments.refund-part': () => ({ outcome: 'unknown' }) });
    expect(await allRows()).toContain(earlier);
    await erase(details.email);
    const all = await allRows();
    for (const word of [earlier, latest, details.lastName.toLowerCase()]) expect(all).not.toContain(word);
    expect(await shop.database.query('SELECT carrier FROM shop_order WHERE id = $1', [id])).toEqual([
      { carrier: null },
    ]);
    const { changes } = await shop.bus.call('orders.list-changes', { id, page: 1, limit: 10 });
    expect(changes.map(({ action, fields }) => [action, ...fields.map(({ field }) => field)])).toEqual([
      ['erased'],
      ['edited', 'refund'],
      ['edited'],
      ['edited'],
      ['edited', 'status'],
    ]);
  });

  it('has no orders under the email, counts as a first-time buyer, and cannot be erased twice', async () => {
    const details = uniqueBuyer();
    await buyAndShip(details);
    await erase(details.email);
    expect(await erase(details.email)).toEqual({ orderNumbers: [], checkouts: 0 });
    expect(await shop.bus.call('orders.lookup', { email: details.email })).toEqual([]);
    expect(await shop.bus.call('orders.check-first-time', { email: details.email })).toEqual({ isFirstTime: true });
  });

  it('gets KEY_REUSED for an old key, without a second charge', async () => {
    const details = uniqueBuyer();
    const key = randomUUID();
    const items = [{ geodeId: randomUUID(), quantity: 1 }];
    const { orderId } = await shop.buy({ key, items, buyerDetails: details });
    await shop.bus.call('orders.set-status', { id: orderId, status: 'delivered' });
    await erase(details.email);
    const payments = shop.ledger.size;
    await expect(shop.checkout({ key, items, buyerDetails: details })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(shop.ledger.size).toBe(payments);
  });
});

it('a buyer who only asked is erased with the question and the reminder', async () => {
  const details = uniqueBuyer();
  await ask(details, 'Is it heavy?');
  await askReminder(details);
  expect(await allRows()).toContain(details.email);
  await erase(details.email);
  expect(await allRows()).not.toContain(details.email);
});

it('a buyer whose order was cancelled, because all its money went back, is erased', async () => {
  const details = uniqueBuyer();
  await shop.database.query("UPDATE shop_order SET status = 'cancelled' WHERE id = $1", [await buy(details)]);
  expect((await erase(details.email)).orderNumbers).toHaveLength(1);
  expect(await allRows()).not.toContain(details.email);
});

describe('a buyer whose data is still needed', () => {
  const expectRefusal = async (email: string, words: RegExp) => {
    await expect(erase(email)).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
      message: expect.stringMatching(words) as string,
    });
    expect(await allRows()).toContain(email);
    expect(await shop.bus.call('orders.lookup', { email })).not.toEqual([]);
  };

  it('is not erased while an order awaits shipment; the error names the order', async () => {
    const details = uniqueBuyer();
    await buyAndShip(details);
    const number = orderNumber(await buy(details));
    await expectRefusal(details.email, new RegExp(`Nothing was erased. Order ${number} is awaiting`));
  });

  it('is not erased while a refund is pending', async () => {
    const details = uniqueBuyer();
    const orderId = await buyAndShip(details);
    const squareRefundId = 'refund';
    refunds = [{ orderId, squareRefundId, amountCents: 1, status: 'PENDING', createdAt: new Date().toISOString() }];
    await expectRefusal(details.email, /refund of order/);
    refunds = [{ ...refunds[0]!, status: 'COMPLETED' }];
    expect((await erase(details.email)).orderNumbers).toHaveLength(1);
  });

  it('is not erased while Square may not have a refund yet: each try must give the same reason', async () => {
    const details = uniqueBuyer();
    const orderId = await buyAndShip(details);
    const refund = { orderId, refundId: randomUUID(), key: randomUUID(), amountCents: 1, reason: 'Chipped' };
    expect(await shop.bus.call('orders.refund', refund)).toMatchObject({ status: 'pending' });
    shop.fakes.asked.length = 0;
    await expectRefusal(details.email, /refund of order/);
    expect(shop.fakes.asked.map(({ subject }) => subject)).not.toContain('payments.erase-buyer');
  });

  it('is not erased in orders if payments fails to erase', async () => {
    const details = uniqueBuyer();
    await buyAndShip(details);
    shop.fakes.answer({ 'payments.erase-buyer': () => Promise.reject(new Error('stumbled')) });
    await expect(erase(details.email)).rejects.toThrow();
    shop.fakes.answer({ 'payments.erase-buyer': () => ({}) });
    expect(await allRows()).toContain(details.email);
    expect((await erase(details.email)).orderNumbers).toHaveLength(1);
  });
});

it('a search for checkouts by email uses an index', async () => {
  const plan = await shop.database.transaction(async (manager) => {
    await manager.query('SET LOCAL enable_seqscan = off');
    return JSON.stringify(
      await manager.query(
        `EXPLAIN SELECT order_id FROM checkout_attempt WHERE request #>> '{buyerDetails,email}' = 'a@example.com'`,
      ),
    );
  });
  expect(plan).toContain('checkout_attempt_buyer');
});

describe('orders.state', () => {
  /** Adds a job at the front of the queue, takes it as catalog's worker would, and fails it. */
  const failOneJob = async (): Promise<void> => {
    const queue = new Queue(QUEUE, { connection: redis });
    const worker = new Worker(QUEUE, null, { connection: redis });
    await queue.add('order.paid', {}, { lifo: true });
    const token = randomUUID();
    const job = await worker.getNextJob(token, { block: false });
    await job!.moveToFailed(new Error('refused by a test'), token);
    await Promise.all([worker.close(), queue.close()]);
  };

  it('reports open checkouts, waiting events, queues, Redis and the database', async () => {
    await failOneJob();
    const read = () => shop.bus.call('orders.state', {});
    // No worker runs here, so events of the purchases above wait in the queue.
    const state = await readUntil(read, ({ queues }) => (queues?.[0]?.waiting ?? 0) > 0);
    expect(state.checkouts).toEqual({ count: 0, oldestAt: null });
    expect(state.events.count).toBeGreaterThan(0);
    expect(state.events.oldestAt).not.toBeNull();
    expect(state.queues?.[0]).toMatchObject({ name: QUEUE, active: 0, failed: 1 });
    expect(state.queues?.[0]?.oldestAt).toMatch(/Z$/);
    expect(state.redis).toEqual({ usedBytes: expect.any(Number), maxBytes: expect.any(Number), policy: 'noeviction' });
    expect(state.redis?.usedBytes).toBeGreaterThan(0);
    expect(state.database.maxConnections).toBeGreaterThan(state.database.connections);
  });

  it('reports no jobs of letters that waited when the mail server was switched off', async () => {
    const letters = new Queue<LetterJob>('orders.letters', { connection: redis });
    await letters.add('letter', { letterId: randomUUID() });
    await letters.close();
    const read = async () => (await shop.bus.call('orders.state', {})).queues?.[1];
    const state = await readUntil(read, (queue) => queue?.oldestAt === null, 10_000);
    expect(state).toMatchObject({ name: 'orders.letters', oldestAt: null });
  });
});
