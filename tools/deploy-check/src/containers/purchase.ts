import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

interface Stone {
  id: string;
  price: string;
  availability: string;
}
interface Order {
  orderNumber: string;
  total: string;
  status: string;
}

const CALL_LIMIT_MS = 45_000;

/** A JSON reply with its status. Throws where nothing answers within 45 s. */
export const call = async (url: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> => {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_LIMIT_MS) });
  return { status: reply.status, body: await reply.json().catch(() => undefined) };
};

/** Asks until it is there; throws with the last failure after so many ms. */
export const until = async <Value>(limitMs: number, ask: () => Promise<Value | undefined>): Promise<Value> => {
  const end = Date.now() + limitMs;
  for (let reason: unknown = 'there was nothing'; ; await sleep(500)) {
    try {
      const value = await ask();
      if (value !== undefined) return value;
    } catch (error) {
      reason = error;
    }
    if (Date.now() > end) throw new Error(`It did not come within ${limitMs / 1000} s: ${String(reason)}`);
  }
};

/** Some stone that is on sale. */
export const stoneOnSale = (gateway: string, limitMs: number): Promise<Stone> =>
  until(limitMs, async () => {
    const { body } = await call(`${gateway}/api/geodes?limit=100`);
    return (body as { geodes: Stone[] }).geodes.find(({ availability }) => availability === 'available');
  });

/** Buys a stone as a plain HTTP client does; throws where the answer is not a paid order that can be found again. */
export const buyStone = async (gateway: string, stone: Stone): Promise<Order> => {
  const email = `demo-${randomUUID()}@example.com`;
  const place = { address: '1 Main Street', city: 'Keokuk', state: 'IA', zipCode: '52632' };
  const { status, body } = await call(`${gateway}/api/orders/square`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      items: [{ geodeId: stone.id, quantity: 1 }],
      paymentToken: 'cnon:card-nonce-ok',
      buyerDetails: { email, firstName: 'Demo', lastName: 'Buyer', ...place },
    }),
  });
  const order = body as Order;
  if (status !== 201 || order.status !== 'paid')
    throw new Error(`The order was answered ${status}: ${JSON.stringify(body)}`);
  const found = await call(`${gateway}/api/orders/lookup?email=${encodeURIComponent(email)}`);
  const [kept] = found.body as Order[];
  if (kept?.total !== order.total) throw new Error(`The order was not found again: ${JSON.stringify(found)}`);
  await until(15_000, async () => {
    const { body: now } = await call(`${gateway}/api/geodes/${stone.id}`);
    return (now as Stone).availability === 'sold' ? true : undefined;
  });
  return order;
};
