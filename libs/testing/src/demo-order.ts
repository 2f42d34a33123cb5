import { randomUUID } from 'node:crypto';
import type { BuyerDetails } from '@geodes/contracts';

export const ORDER_PATH = '/api/orders/square';

/** What a plain HTTP client sends to ORDER_PATH. */
export interface DemoOrder {
  /** Its Idempotency-Key. */
  key: string;
  email: string;
  geodeIds: string[];
  headers: Record<'content-type' | 'idempotency-key', string> & { cookie?: string };
  body: string;
}

/** A buyer nobody else is. */
export const demoBuyer = (email = `demo-${randomUUID()}@example.com`): BuyerDetails => ({
  email,
  firstName: 'Demo',
  lastName: 'Buyer',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
});

/** One of each of these stones, for a new buyer under a new key. `paymentToken`: what the simulator of Square makes of it. */
export const demoOrder = (geodeIds: string[], paymentToken = 'cnon:card-nonce-ok'): DemoOrder => {
  const key = randomUUID();
  const buyerDetails = demoBuyer();
  const items = geodeIds.map((geodeId) => ({ geodeId, quantity: 1 }));
  return {
    key,
    email: buyerDetails.email,
    geodeIds,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ items, paymentToken, buyerDetails }),
  };
};
