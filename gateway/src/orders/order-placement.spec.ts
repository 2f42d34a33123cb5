import type { CheckoutOutcome, Request } from '@geodes/contracts';
import { AppError, createLogger, systemClock, unavailable } from '@geodes/kit';
import { demoBuyer } from '@geodes/testing';
import { OrderPlacement } from './order-placement.js';
import { orderKey } from './place-order.js';

const DAY_MS = 24 * 60 * 60_000;
const request = { items: [], paymentToken: 'cnon:card-nonce-ok', buyerDetails: demoBuyer() };
const [one, other] = [orderKey('one'), orderKey('other')];
const pending = { outcome: 'pending' } as CheckoutOutcome;
/** An orders service that takes no checkouts for a while. */
const closed = new AppError('UNAVAILABLE', 'Closed.', { retryAfterSeconds: 2 });
const notTaken = () => unavailable('orders', new Error("no responders: 'orders.checkout'"));

/** Redis and the orders service of a test, and the gateways on them. */
const shop = () => {
  const kept = new Map<string, string>();
  const sent: Request<'orders.checkout'>[] = [];
  const state = {
    isRedisAway: false,
    dayOfClock: 0,
    respond: (_command: Request<'orders.checkout'>): CheckoutOutcome | Error => pending,
  };
  const command = async <T>(run: () => T): Promise<T> => {
    if (state.isRedisAway) throw new Error('Redis is away.');
    return run();
  };
  const redis = {
    hlen: () => command(() => kept.size),
    hsetnx: (_key: string, id: string, text: string) =>
      command(() => (kept.has(id) ? 0 : Number(!!kept.set(id, text)))),
    hgetall: () => command(() => Object.fromEntries(kept)),
    hexists: (_key: string, id: string) => command(() => Number(kept.has(id))),
    hdel: (_key: string, id: string) => command(() => Number(kept.delete(id))),
  };
  const call = async (_subject: string, checkout: Request<'orders.checkout'>) => {
    sent.push(checkout);
    const response = state.respond(checkout);
    if (response instanceof Error) throw response;
    return response;
  };
  const clock = { ...systemClock, wall: () => Date.now() + state.dayOfClock * DAY_MS };
  const gateway = () => new OrderPlacement(redis as never, { call } as never, clock, createLogger('test', 'silent'));
  return { kept, sent, state, gateway };
};

describe('an order whose number the buyer has seen', () => {
  it('is sent by another gateway until an orders process responds', async () => {
    const { kept, sent, state, gateway } = shop();
    await gateway()['add'](request, one);
    const next = gateway();
    for (const response of [notTaken(), unavailable('orders'), pending]) {
      expect([...kept.keys()]).toEqual([one.orderId]);
      state.respond = () => response;
      await next['round']();
    }
    expect(sent).toEqual(Array(3).fill({ ...request, ...one, waitMs: 0, isNumberKnown: true }));
    expect(kept.size).toBe(0);
  });

  it('is sent no more once it is refused or its key belongs to another order', async () => {
    const { kept, state, gateway } = shop();
    const orders = gateway();
    const refused = { outcome: 'refused', error: { code: 'OUT_OF_STOCK', message: 'Sold.' } } as const;
    for (const response of [refused, new AppError('KEY_REUSED', 'Another body.')]) {
      await orders['add'](request, one);
      state.respond = () => response;
      await orders['round']();
      expect(kept.size).toBe(0);
    }
  });

  it('does not wait for another order without a response', async () => {
    const { kept, state, gateway } = shop();
    const orders = gateway();
    await orders['add'](request, one);
    await orders['add'](request, other);
    state.respond = ({ orderId }) => (orderId === one.orderId ? new AppError('INTERNAL', 'Wrong.') : pending);
    await orders['round']();
    expect([...kept.keys()]).toEqual([one.orderId]);
  });

  it('waits in memory while Redis is away, and is sent nevertheless', async () => {
    const { kept, sent, state, gateway } = shop();
    const orders = gateway();
    state.isRedisAway = true;
    await orders['add'](request, one);
    state.respond = notTaken;
    await orders['round']();
    expect(sent).toHaveLength(1);
    state.isRedisAway = false;
    await orders['round']();
    expect([...kept.keys()]).toEqual([one.orderId]);
  });

  it('is dropped after a day', async () => {
    const { kept, sent, state, gateway } = shop();
    const orders = gateway();
    await orders['add'](request, one);
    state.dayOfClock = 1.01;
    await orders['round']();
    expect([sent.length, kept.size]).toEqual([0, 0]);
  });

  it('stays pending for the buyer who sends it again while no orders process takes it', async () => {
    const { state, gateway } = shop();
    const orders = gateway();
    state.respond = () => closed;
    await expect(orders.place(request, one)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await orders['add'](request, one);
    expect(await gateway().place(request, one)).toMatchObject({ status: 202, order: { status: 'pending' } });
  });

  it('is sent no more once the buyer who sends it again is refused, with the remark that he knows its number', async () => {
    const { kept, sent, state, gateway } = shop();
    await gateway()['add'](request, one);
    state.respond = () => ({ outcome: 'refused', error: { code: 'PAYMENT_DECLINED', message: 'Declined.' } });
    await expect(gateway().place(request, one)).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
    expect(sent[0]?.isNumberKnown).toBe(true);
    expect(kept.size).toBe(0);
  });
});
