import { randomUUID } from 'node:crypto';
import type { BuyerDetails } from '@geodes/contracts';

export const ORDER_PATH = '/api/orders/square';

/** What a plain HTTP client sends to ORDER_PATH. */
export interface DemoOrder {
  /** Its Idempotency-Key. */
  key: string;
  email: string;
  geodeIds: string[];
  headers: Record<'content-type' | 'idempotency-key', string>;
  body: string;
}

/** Fields of the owner's form for a geode; the price in dollars. */
export type GeodeFields = Record<string, unknown>;

/** A picture that does not exist: pages are not expected to show it. */
export const NO_PICTURE = '/objects/test.webp';

/** Every field that a geode must have. */
export const demoGeode = (fields: GeodeFields = {}) => ({
  title: `Test geode ${randomUUID().slice(0, 8)}`,
  description: 'A geode for a test.',
  price: '100.00',
  size: '3.5 inches',
  location: 'Keokuk, Iowa',
  crystalType: 'Quartz',
  quantity: 1,
  imageUrl: NO_PICTURE,
  tier: 'B' as const,
  category: 'individual' as const,
  ...fields,
});

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

/** One of each of these geodes, for a new buyer under a new key unless `given` says otherwise. */
export const demoOrder = (
  geodeIds: string[],
  /** The simulator of Square decides by it what becomes of the payment. */
  paymentToken = 'cnon:card-nonce-ok',
  { key = randomUUID() as string, email, expectedTotal }: { key?: string; email?: string; expectedTotal?: string } = {},
): DemoOrder => {
  const buyerDetails = demoBuyer(email);
  const items = geodeIds.map((geodeId) => ({ geodeId, quantity: 1 }));
  return {
    key,
    email: buyerDetails.email,
    geodeIds,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ items, paymentToken, buyerDetails, ...(expectedTotal ? { expectedTotal } : {}) }),
  };
};
