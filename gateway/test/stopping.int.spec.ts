import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { orderBody } from './fake-services.js';

const checkout = (gateway: GatewayUnderTest) => gateway.call('/api/orders/square', { method: 'POST', body: orderBody });

describe('a gateway that stops', () => {
  it('finishes the open checkout and takes no new request', async () => {
    const gateway = await startGateway(
      {},
      {
        'orders.checkout': async ({ orderId }) => {
          await sleep(1_500);
          const order = {
            orderId,
            orderNumber: 'ABCDEF12',
            total: '129.00',
            discount: '0.00',
            status: 'paid',
          } as const;
          return { outcome: 'paid', order };
        },
      },
    );
    const inHand = checkout(gateway);
    await sleep(300);
    const stopped = gateway.app.close();
    await sleep(300);
    await expect(gateway.call('/api/geodes')).rejects.toThrow();
    expect((await inHand).status).toBe(201);
    expect((await inHand).headers.get('connection')).toBe('close');
    await stopped;
    await gateway.stop();
  });

  it('returns 202 within 8 s for a checkout whose outcome stays unknown', async () => {
    const gateway = await startGateway({}, { 'orders.checkout': () => undefined });
    const inHand = checkout(gateway);
    await sleep(300);
    const start = performance.now();
    await gateway.app.close();
    expect((await inHand).status).toBe(202);
    expect(performance.now() - start).toBeLessThan(8_000);
    await gateway.stop();
  });
});

describe('a checkout that no orders process takes', () => {
  it('is 503 with Retry-After after 20 s', async () => {
    const gateway = await startGateway({}, {});
    try {
      await gateway.services.stop();
      // What NATS delivers to a connection that just broke counts as sent.
      await sleep(500);
      const start = performance.now();
      const answer = await checkout(gateway);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(performance.now() - start).toBeGreaterThan(18_000);
      const ready = await gateway.call('/health/ready');
      expect([ready.status, ready.json<{ failing: string[] }>().failing]).toEqual([
        503,
        ['catalog', 'orders', 'payments', 'media'],
      ]);
    } finally {
      await gateway.stop();
    }
  });
});
