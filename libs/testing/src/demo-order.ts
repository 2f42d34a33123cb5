import { randomUUID } from 'node:crypto';
import type { BuyerDetails } from '@geodes/contracts';

export const ORDER_PATH = '/api/orders/square';

/** An order request to ORDER_PATH for any HTTP client. */
export interface DemoOrder {
  /** The Idempotency-Key. */
  key: string;
  email: string;
  geodeIds: string[];
  headers: Record<'content-type' | 'idempotency-key', string>;
  body: string;
}

export interface DemoOrderOptions {
  key?: string;
  email?: string;
  holdId?: string;
}

/** Fields of the owner's geode form; the price in dollars. */
export type GeodeFields = Record<string, unknown>;

/** The path of a picture that does not exist. */
export const NO_PICTURE = '/objects/test.webp';

/** Builds the body of a new geode with all required fields. */
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

/** Builds a buyer, by default with a unique email. */
export const demoBuyer = (email = `demo-${randomUUID()}@example.com`): BuyerDetails => ({
  email,
  firstName: 'Demo',
  lastName: 'Buyer',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
});

/** Builds an order for one of each geode, by default with a new buyer and a new key. */
export const demoOrder = (
  geodeIds: string[],
  /** Determines the payment's outcome in the Square simulator. */
  paymentToken = 'cnon:card-nonce-ok',
  { key = randomUUID() as string, email, ...fields }: DemoOrderOptions = {},
): DemoOrder => {
  const buyerDetails = demoBuyer(email);
  const items = geodeIds.map((geodeId) => ({ geodeId, quantity: 1 }));
  return {
    key,
    email: buyerDetails.email,
    geodeIds,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ items, paymentToken, buyerDetails, ...fields }),
  };
};
