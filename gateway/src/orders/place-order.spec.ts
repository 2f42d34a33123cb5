import type { CheckoutOutcome, CreateOrderBody, PlacedOrder, Request } from '@geodes/contracts';
import { AppError, unavailable } from '@geodes/kit';
import { orderKey } from './order-key.js';
import { placeOrder, ensureOrderRecorded, type PlaceOrderDeps } from './place-order.js';

const body: CreateOrderBody = {
  items: [{ geodeId: '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a', quantity: 1 }],
  paymentToken: 'cnon:card-nonce-ok',
  buyerDetails: {
    email: 'sam@example.com',
    firstName: 'Sam',
    lastName: 'Stone',
    address: '1 Main St',
    city: 'Keokuk',
    state: 'IA',
    zipCode: '52632',
  },
};
const key = orderKey('key-1');
const order = (status: PlacedOrder['status']): PlacedOrder => ({
  orderId: key.orderId,
  orderNumber: 'ABCDEF12',
  total: '90.00',
  discount: '10.00',
  status,
});
const paid: CheckoutOutcome = { outcome: 'paid', order: order('paid') };
const pending: CheckoutOutcome = { outcome: 'pending', order: order('pending') };
const silence = () => Object.assign(unavailable('orders'), { cause: new Error('TIMEOUT') });
const nobody = () => Object.assign(unavailable('orders'), { cause: new Error("no responders: 'orders.checkout'") });

interface Answer {
  answer: CheckoutOutcome | Error;
  tookMs?: number;
}

/** A fake bus with its own clock: answers what the script says, then its last line for ever. */
const scripted = (script: Answer[], stopAfterMs = Infinity) => {
  let clock = 0;
  const sent: { command: Request<'orders.checkout'>; timeoutMs: number; at: number }[] = [];
  const around: PlaceOrderDeps = {
    checkout: async (command, { timeoutMs }) => {
      sent.push({ command, timeoutMs, at: clock });
      const { answer, tookMs = 0 } = script[Math.min(sent.length, script.length) - 1]!;
      clock += Math.min(tookMs, timeoutMs);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => clock,
    pause: async (ms) => void (clock += ms),
    isStopping: () => clock >= stopAfterMs,
  };
  return { around, sent, elapsed: () => clock };
};

describe('placing an order', () => {
  it('answers 201 with the order once it is paid', async () => {
    const { around, sent } = scripted([{ answer: paid }]);
    expect(await placeOrder(body, key, around)).toEqual({ status: 201, order: order('paid') });
    expect(sent[0]?.command).toEqual({ ...body, ...key, waitMs: expect.any(Number) as number });
    expect(sent[0]?.timeoutMs).toBe(7000);
  });

  it('repeats the very same command until a lost one is answered', async () => {
    const { around, sent } = scripted([{ answer: silence(), tookMs: 7000 }, { answer: nobody() }, { answer: paid }]);
    expect((await placeOrder(body, key, around)).status).toBe(201);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ command }) => command.key)).size).toBe(1);
    expect(new Set(sent.map(({ command }) => command.orderId)).size).toBe(1);
  });

  it('pauses 250 to 500 ms between two tries', async () => {
    const { around, sent } = scripted([{ answer: nobody() }, { answer: nobody() }, { answer: paid }]);
    await placeOrder(body, key, around);
    const gaps = sent.slice(1).map(({ at }, index) => at - sent[index]!.at);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(250);
      expect(gap).toBeLessThanOrEqual(500);
    }
  });

  it('throws the refusal of the order, with its code and details', async () => {
    const refused: CheckoutOutcome = {
      outcome: 'refused',
      error: { code: 'OUT_OF_STOCK', message: 'Sold.', details: { geodeIds: ['x'] } },
    };
    const { around, sent } = scripted([{ answer: refused }]);
    await expect(placeOrder(body, key, around)).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      details: { geodeIds: ['x'] },
    });
    expect(sent).toHaveLength(1);
  });

  it('does not repeat what was refused by an error', async () => {
    const { around, sent } = scripted([{ answer: new AppError('KEY_REUSED', 'Another body.') }]);
    await expect(placeOrder(body, key, around)).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(sent).toHaveLength(1);
  });

  it('is UNAVAILABLE at once, with the words of the orders service, while that takes no checkout after a restore', async () => {
    const closed = new AppError('UNAVAILABLE', 'Checking.', { taken: false, retryAfterSeconds: 10 });
    const { around, sent } = scripted([{ answer: closed }]);
    await expect(placeOrder(body, key, around)).rejects.toBe(closed);
    expect(sent).toHaveLength(1);
  });

  it('answers 202 with what is known where the outcome is pending after 30 s', async () => {
    const { around, elapsed } = scripted([{ answer: pending, tookMs: 4000 }]);
    expect(await placeOrder(body, key, around)).toEqual({ status: 202, order: order('pending') });
    expect(elapsed()).toBeGreaterThan(25_000);
    expect(elapsed()).toBeLessThanOrEqual(30_000);
  });

  it('answers 202 with the number alone where it was sent and never answered', async () => {
    const { around, elapsed } = scripted([{ answer: silence(), tookMs: 7000 }, { answer: nobody() }]);
    expect(await placeOrder(body, key, around)).toEqual({
      status: 202,
      order: {
        orderId: key.orderId,
        orderNumber: key.orderId.slice(-8).toUpperCase(),
        total: null,
        discount: null,
        status: 'pending',
      },
      isUnconfirmed: true,
    });
    expect(elapsed()).toBeLessThanOrEqual(30_000);
  });

  it('takes an orders process that stumbles for silence, never for the end of the order', async () => {
    const { around, sent } = scripted([
      { answer: new AppError('INTERNAL', 'Something went wrong.') },
      { answer: paid },
    ]);
    expect((await placeOrder(body, key, around)).status).toBe(201);
    expect(sent).toHaveLength(2);
  });

  it('says from the half of its time on that the buyer may soon be told the number', async () => {
    const { around, sent } = scripted([{ answer: silence(), tookMs: 7000 }]);
    await placeOrder(body, key, around);
    expect(sent.map(({ at, command }) => [at >= 15_000, command.isNumberKnown ?? false])).toEqual(
      sent.map(({ at }) => [at >= 15_000, at >= 15_000]),
    );
    expect(sent.at(-1)?.command.isNumberKnown).toBe(true);
  });

  it('is UNAVAILABLE after 20 s where no orders process ever took it', async () => {
    const { around, elapsed } = scripted([{ answer: nobody() }]);
    await expect(placeOrder(body, key, around)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(elapsed()).toBeGreaterThan(19_000);
    expect(elapsed()).toBeLessThanOrEqual(20_000);
  });

  it('begins no further try once the gateway stops', async () => {
    const { around, sent } = scripted([{ answer: pending, tookMs: 4000 }], 1000);
    expect((await placeOrder(body, key, around)).status).toBe(202);
    expect(sent).toHaveLength(1);
  });
});

describe('a number that a buyer was told and nobody may have written down', () => {
  it.each<[string, CheckoutOutcome | Error]>([
    ['has it', pending],
    ['has refused it', { outcome: 'refused', error: { code: 'OUT_OF_STOCK', message: 'Sold.' } }],
    ['knows the key from another order', new AppError('KEY_REUSED', 'Another body.')],
  ])('is sent until an orders process %s', async (_what, answer) => {
    const { around, sent } = scripted([{ answer: nobody() }, { answer: silence(), tookMs: 7000 }, { answer }]);
    await ensureOrderRecorded(body, key, around);
    expect(sent.map(({ command }) => command)).toEqual(
      Array(3).fill({ ...body, ...key, waitMs: 0, isNumberKnown: true }),
    );
  });

  it('is given up after a quarter of an hour, and where the gateway stops', async () => {
    const away = scripted([{ answer: nobody() }]);
    await ensureOrderRecorded(body, key, away.around);
    expect(away.elapsed()).toBeGreaterThan(14 * 60_000);
    expect(away.elapsed()).toBeLessThan(16 * 60_000);
    const stopping = scripted([{ answer: nobody() }], 5_000);
    await ensureOrderRecorded(body, key, stopping.around);
    expect(stopping.elapsed()).toBeLessThan(12_000);
  });
});

describe('the Idempotency-Key', () => {
  it('gives the same order id each time, another key another', () => {
    expect(orderKey('a').orderId).toBe(orderKey('a').orderId);
    expect(orderKey('a').orderId).not.toBe(orderKey('b').orderId);
    expect(orderKey('a').orderId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it('is a new one for each call without the header', () => {
    expect(orderKey(undefined).key).not.toBe(orderKey(undefined).key);
  });

  it.each(['', 'a'.repeat(256), 'tab\there', 'é'])('is refused where malformed: %j', (header) => {
    expect(() => orderKey(header)).toThrow('Idempotency-Key');
  });
});
