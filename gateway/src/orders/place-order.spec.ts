import type { CheckoutOutcome, CreateOrderBody, PlacedOrder, Request } from '@geodes/contracts';
import { AppError, unavailable } from '@geodes/kit';
import { orderKey, placeOrder, type PlaceOrderDeps } from './place-order.js';

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
const noResponse = () => unavailable('orders', new Error('TIMEOUT'));
const notTaken = () => unavailable('orders', new Error("no responders: 'orders.checkout'"));

interface ScriptedResponse {
  response: CheckoutOutcome | Error;
  tookMs?: number;
}

/** A fake bus with a fake clock. It returns the scripted responses in turn, then the last one for ever. */
const scripted = (script: ScriptedResponse[], stopAfterMs = Infinity) => {
  let clock = 0;
  const sent: { command: Request<'orders.checkout'>; timeoutMs: number; at: number }[] = [];
  const deps: PlaceOrderDeps = {
    checkout: async (command, { timeoutMs }) => {
      sent.push({ command, timeoutMs, at: clock });
      const { response, tookMs = 0 } = script[Math.min(sent.length, script.length) - 1]!;
      clock += Math.min(tookMs, timeoutMs);
      if (response instanceof Error) throw response;
      return response;
    },
    clock: { now: () => clock, sleep: async (ms) => void (clock += ms) },
    isStopping: () => clock >= stopAfterMs,
  };
  return { deps, sent, elapsed: () => clock };
};

describe('placing an order', () => {
  it('returns 201 with the order once it is paid', async () => {
    const { deps, sent } = scripted([{ response: paid }]);
    expect(await placeOrder(body, key, deps)).toEqual({ status: 201, order: order('paid') });
    expect(sent[0]?.command).toEqual({ ...body, ...key, waitMs: expect.any(Number) as number });
    expect(sent[0]?.timeoutMs).toBe(7000);
  });

  it('repeats the same command until it gets a response', async () => {
    const { deps, sent } = scripted([
      { response: noResponse(), tookMs: 7000 },
      { response: notTaken() },
      { response: paid },
    ]);
    expect((await placeOrder(body, key, deps)).status).toBe(201);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ command }) => command.key)).size).toBe(1);
    expect(new Set(sent.map(({ command }) => command.orderId)).size).toBe(1);
  });

  it('pauses 250 to 500 ms between two attempts', async () => {
    const { deps, sent } = scripted([{ response: notTaken() }, { response: notTaken() }, { response: paid }]);
    await placeOrder(body, key, deps);
    const gaps = sent.slice(1).map(({ at }, index) => at - sent[index]!.at);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(250);
      expect(gap).toBeLessThanOrEqual(500);
    }
  });

  it("throws the order's refusal with its code and details", async () => {
    const refused: CheckoutOutcome = {
      outcome: 'refused',
      error: { code: 'OUT_OF_STOCK', message: 'Sold.', details: { geodeIds: ['x'] } },
    };
    const { deps, sent } = scripted([{ response: refused }]);
    await expect(placeOrder(body, key, deps)).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      details: { geodeIds: ['x'] },
    });
    expect(sent).toHaveLength(1);
  });

  it('does not retry after a refusal', async () => {
    const { deps, sent } = scripted([{ response: new AppError('KEY_REUSED', 'Another body.') }]);
    await expect(placeOrder(body, key, deps)).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(sent).toHaveLength(1);
  });

  it('throws UNAVAILABLE at once, with the message of the orders service, while it takes no checkouts after a restore', async () => {
    const closed = new AppError('UNAVAILABLE', 'Checking.', { taken: false, retryAfterSeconds: 10 });
    const { deps, sent } = scripted([{ response: closed }]);
    await expect(placeOrder(body, key, deps)).rejects.toBe(closed);
    expect(sent).toHaveLength(1);
  });

  it('returns 202 with the known order if the outcome is pending after 30 s', async () => {
    const { deps, elapsed } = scripted([{ response: pending, tookMs: 4000 }]);
    expect(await placeOrder(body, key, deps)).toEqual({ status: 202, order: order('pending') });
    expect(elapsed()).toBeGreaterThan(25_000);
    expect(elapsed()).toBeLessThanOrEqual(30_000);
  });

  it('returns 202 with the order number only if no command got a response', async () => {
    const { deps, elapsed } = scripted([{ response: noResponse(), tookMs: 7000 }, { response: notTaken() }]);
    expect(await placeOrder(body, key, deps)).toEqual({
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

  it('retries after an INTERNAL error of the orders service', async () => {
    const { deps, sent } = scripted([
      { response: new AppError('INTERNAL', 'Something went wrong.') },
      { response: paid },
    ]);
    expect((await placeOrder(body, key, deps)).status).toBe(201);
    expect(sent).toHaveLength(2);
  });

  it('marks the number as known in commands sent after 15 s', async () => {
    const { deps, sent } = scripted([{ response: noResponse(), tookMs: 7000 }]);
    await placeOrder(body, key, deps);
    expect(sent.map(({ at, command }) => [at >= 15_000, command.isNumberKnown ?? false])).toEqual(
      sent.map(({ at }) => [at >= 15_000, at >= 15_000]),
    );
    expect(sent.at(-1)?.command.isNumberKnown).toBe(true);
  });

  it('throws UNAVAILABLE after 20 s if no orders process took the command', async () => {
    const { deps, elapsed } = scripted([{ response: notTaken() }]);
    await expect(placeOrder(body, key, deps)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(elapsed()).toBeGreaterThan(19_000);
    expect(elapsed()).toBeLessThanOrEqual(20_000);
  });

  it('does not retry once the gateway stops', async () => {
    const { deps, sent } = scripted([{ response: pending, tookMs: 4000 }], 1000);
    expect((await placeOrder(body, key, deps)).status).toBe(202);
    expect(sent).toHaveLength(1);
  });
});

describe('the order key', () => {
  it('derives the same order id from the same key, and another from another key', () => {
    expect(orderKey('a').orderId).toBe(orderKey('a').orderId);
    expect(orderKey('a').orderId).not.toBe(orderKey('b').orderId);
    expect(orderKey('a').orderId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it('is new for each call without the header', () => {
    expect(orderKey(undefined).key).not.toBe(orderKey(undefined).key);
  });

  it.each(['', 'a'.repeat(256), 'tab\there', 'é'])('throws for a malformed Idempotency-Key: %j', (header) => {
    const message = expect.stringContaining('Idempotency-Key') as string;
    expect(() => orderKey(header)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }));
  });
});
