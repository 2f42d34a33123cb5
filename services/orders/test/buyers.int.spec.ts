import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { BuyerDetails, OrderRefund, QueueName } from '@geodes/contracts';
import { testServers } from '@geodes/testing';
import { SalesService } from '../src/sales/sales.service.js';
import { eventually } from './eventually.js';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

const QUEUE: QueueName = 'catalog.order-events';
/** No other spec uses it: those of the catalogue leave failed jobs in the queue of the same name. */
const OWN_REDIS_DATABASE = '/1';

let shop: OrdersUnderTest;
let redis: Redis;
let refunds: OrderRefund[] = [];
beforeAll(async () => {
  const { href } = Object.assign(new URL((await testServers()).redis), { pathname: OWN_REDIS_DATABASE });
  redis = new Redis(href, { maxRetriesPerRequest: null });
  await redis.flushdb();
  shop = await startOrders({ redisUrl: href });
  shop.neighbours.answer({ 'payments.list-refunds': () => refunds });
});
afterAll(async () => {
  await shop.stop();
  redis.disconnect();
});
beforeEach(() => {
  refunds = [];
});

/** Somebody whose every word is found again wherever it stands. */
const somebody = (): Required<BuyerDetails> => {
  const word = (what: string) => `${what}${randomUUID().slice(0, 8)}`;
  const email = `${word('mail')}@${word('host')}.example.com`;
  const name = { firstName: word('First'), lastName: word('Last') };
  return {
    email,
    ...name,
    address: word('Street'),
    city: word('City'),
    state: word('S'),
    zipCode: word('Z'),
    phone: word('1'),
  };
};
const bought = async (buyerDetails: BuyerDetails): Promise<string> => {
  const outcome = await shop.checkout({ buyerDetails });
  if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
  return outcome.order.orderId;
};
const sent = async (buyerDetails: BuyerDetails): Promise<string> => {
  const id = await bought(buyerDetails);
  await shop.bus.call('orders.set-status', { id, status: 'shipped' });
  return id;
};
const erase = (email: string) => shop.bus.call('orders.erase-buyer', { email }, { timeoutMs: 15_000 });
/** Every row of every table as text. */
const everything = async (): Promise<string> => {
  const tables: { name: string }[] = await shop.database.query(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => shop.database.query<{ row: string }[]>(`SELECT one::text AS row FROM ${name} AS one`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
    .toLowerCase();
};
const sales = async () => {
  shop.app.get(SalesService, { strict: false }).clearCache();
  return shop.bus.call('orders.sales', { step: 'day' });
};

describe('what is kept of a buyer', () => {
  it('is told whole: orders, checkouts that were refused, the discount', async () => {
    const details = somebody();
    const id = await bought(details);
    await shop.checkout({ buyerDetails: details, paymentToken: 'cnon:card-nonce-declined' });
    const told = await shop.bus.call('orders.export-buyer', { email: ` ${details.email.toUpperCase()} ` });
    expect(told).toMatchObject({
      isCut: false,
      orders: [{ id, email: details.email, lastName: details.lastName, phone: details.phone }],
      checkouts: [
        { state: 'paid', typed: details },
        { state: 'refused', typed: details },
      ],
      discounts: [{ email: details.email }],
    });
    expect(JSON.stringify(told)).not.toContain('cnon:');
  });

  it('is nothing of a stranger', async () => {
    const email = 'nobody@example.com';
    const told = await shop.bus.call('orders.export-buyer', { email });
    expect(told).toEqual({ orders: [], checkouts: [], discounts: [], isCut: false });
    expect(await erase(email)).toEqual({ orderNumbers: [], checkouts: 0 });
  });
});

describe('a buyer who is erased', () => {
  it('stands in no row of no table any more; numbers, amounts, Square’s ids and the figures of sales stay', async () => {
    const details = somebody();
    const ids = [await sent(details), await sent(details)];
    await shop.checkout({ buyerDetails: details, paymentToken: 'cnon:card-nonce-declined' });
    const kept = () =>
      shop.database.query(
        `SELECT id, status, total_cents, discount_cents, square_payment_id, created_at FROM shop_order
          WHERE id = ANY($1) ORDER BY id`,
        [ids],
      );
    const [before, figures] = [await kept(), await sales()];
    const erased = await erase(details.email);
    expect(erased.orderNumbers.sort()).toEqual(ids.map((id) => id.slice(-8).toUpperCase()).sort());
    expect(erased.checkouts).toBe(1);
    expect(await kept()).toEqual(before);
    expect(await sales()).toEqual(figures);
    const all = await everything();
    for (const word of Object.values(details).map((text) => String(text).toLowerCase()))
      expect(all).not.toContain(word);
    for (const part of details.email.split(/[@.]/).slice(0, 2)) expect(all).not.toContain(part);
  });

  it('is "Erased" in the panel, is found by that, and the history says so without a name', async () => {
    const details = somebody();
    const id = await sent(details);
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

  it('is unknown: nothing is found for the address, a second time nothing is done, and she is a new customer', async () => {
    const details = somebody();
    await sent(details);
    await erase(details.email);
    expect(await erase(details.email)).toEqual({ orderNumbers: [], checkouts: 0 });
    expect(await shop.bus.call('orders.lookup', { email: details.email })).toEqual([]);
    expect(await shop.bus.call('orders.check-first-time', { email: details.email })).toEqual({ isFirstTime: true });
  });

  it('has her key answered with 409, and nothing is charged again', async () => {
    const details = somebody();
    const key = randomUUID();
    const items = [{ geodeId: randomUUID(), quantity: 1 }];
    const first = await shop.checkout({ key, items, buyerDetails: details });
    if (first.outcome !== 'paid') throw new Error('not paid');
    await shop.bus.call('orders.set-status', { id: first.order.orderId, status: 'delivered' });
    await erase(details.email);
    const payments = shop.ledger.size;
    await expect(shop.checkout({ key, items, buyerDetails: details })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(shop.ledger.size).toBe(payments);
  });
});

describe('a buyer who is still needed', () => {
  const refused = async (email: string, words: RegExp) => {
    await expect(erase(email)).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
      message: expect.stringMatching(words) as string,
    });
    expect(await everything()).toContain(email);
    expect(await shop.bus.call('orders.lookup', { email })).not.toEqual([]);
  };

  it('is not erased while an order awaits shipment, which is named', async () => {
    const details = somebody();
    await sent(details);
    const id = await bought(details);
    const number = id.slice(-8).toUpperCase();
    await refused(details.email, new RegExp(`Nothing was erased. Order ${number} is awaiting`));
  });

  it('is not erased while a refund is on its way', async () => {
    const details = somebody();
    const orderId = await sent(details);
    const squareRefundId = 'refund';
    refunds = [{ orderId, squareRefundId, amountCents: 1, status: 'PENDING', createdAt: new Date().toISOString() }];
    await refused(details.email, /refund of order/);
    refunds = [{ ...refunds[0]!, status: 'COMPLETED' }];
    expect((await erase(details.email)).orderNumbers).toHaveLength(1);
  });

  it('is not erased here while payments could not be told', async () => {
    const details = somebody();
    await sent(details);
    shop.neighbours.answer({ 'payments.erase-buyer': () => Promise.reject(new Error('stumbled')) });
    await expect(erase(details.email)).rejects.toThrow();
    shop.neighbours.answer({ 'payments.erase-buyer': () => ({}) });
    expect(await everything()).toContain(details.email);
    expect((await erase(details.email)).orderNumbers).toHaveLength(1);
  });
});

describe('an address among many checkouts', () => {
  it('is found in an index', async () => {
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
});

describe('what is under way', () => {
  /** Puts a job before all others, takes it as the catalogue would, and fails. */
  const failOneJob = async (): Promise<void> => {
    const queue = new Queue(QUEUE, { connection: redis });
    const worker = new Worker(QUEUE, null, { connection: redis });
    await queue.add('order.paid', {}, { lifo: true });
    const token = randomUUID();
    const job = await worker.getNextJob(token, { block: false });
    await job!.moveToFailed(new Error('refused by a test'), token);
    await Promise.all([worker.close(), queue.close()]);
  };

  it('is told to the operator, with the queues and Redis', async () => {
    await failOneJob();
    const read = () => shop.bus.call('orders.state', {});
    // nobody here takes the facts of what was bought
    const state = await eventually(read, ({ queues }) => (queues?.[0]?.waiting ?? 0) > 0);
    expect(state.checkouts).toEqual({ count: 0, oldestAt: null });
    expect(state.events.count).toBeGreaterThan(0);
    expect(state.events.oldestAt).not.toBeNull();
    expect(state.queues?.[0]).toMatchObject({ name: QUEUE, active: 0, failed: 1 });
    expect(state.queues?.[0]?.oldestAt).toMatch(/Z$/);
    expect(state.redis?.usedBytes).toBeGreaterThan(0);
    expect(state.redis?.policy).toBe('noeviction');
    expect(state.database.maxConnections).toBeGreaterThan(state.database.connections);
  });
});
