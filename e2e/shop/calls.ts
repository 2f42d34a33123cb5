import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Geode, GeodePage } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { ADMIN_PIN, SHOP_URL, SIMULATOR_URL } from './address.js';

/** Signs the owner in; the request context keeps the cookie. */
export const signIn = async (request: APIRequestContext): Promise<void> => {
  const reply = await request.post('/api/admin/login', { data: { pin: ADMIN_PIN }, headers: { Origin: SHOP_URL } });
  expect(reply.status()).toBe(200);
};

/** What every state-changing call of the owner's panel sends. */
export const fromSite = { Origin: SHOP_URL };

/** A picture that is not there, for stones that nobody looks at. */
const NO_PICTURE = '/objects/test.webp';

/** A new stone on sale; the caller is signed in. */
export const newGeode = async (request: APIRequestContext, change: Record<string, unknown> = {}): Promise<Geode> => {
  const reply = await request.post('/api/admin/geodes', {
    headers: fromSite,
    data: {
      title: `Test stone ${randomUUID().slice(0, 8)}`,
      description: 'A stone for a test.',
      price: '100.00',
      size: '3.5 inches',
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      quantity: 1,
      imageUrl: NO_PICTURE,
      tier: 'B',
      category: 'individual',
      ...change,
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Geode;
};

/** Some stone of the demo catalogue that is on sale; it is older than what tests add. */
export const stoneOnSale = async (request: APIRequestContext): Promise<Geode> => {
  const { geodes } = (await (await request.get('/api/geodes?limit=100&sortBy=oldest')).json()) as GeodePage;
  const stone = geodes.find(({ isAvailable, imageUrl }) => isAvailable && imageUrl !== NO_PICTURE);
  if (!stone) throw new Error('No stone is on sale.');
  return stone;
};

export interface BuyOptions {
  key?: string;
  token?: string;
  email?: string;
  expectedTotal?: string;
}

/** Buys stones as a plain HTTP client does. */
export const buy = (request: APIRequestContext, geodeIds: string[], options: BuyOptions = {}) =>
  request.post('/api/orders/square', {
    headers: options.key ? { 'Idempotency-Key': options.key } : {},
    timeout: 45_000,
    data: {
      items: geodeIds.map((geodeId) => ({ geodeId, quantity: 1 })),
      paymentToken: options.token ?? 'cnon:card-nonce-ok',
      buyerDetails: demoBuyer(options.email),
      ...(options.expectedTotal ? { expectedTotal: options.expectedTotal } : {}),
    },
  });

export interface LedgerPayment {
  id: string;
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  reference_id?: string;
  refunded_money?: { amount: number };
  amount_money: { amount: number };
}

/** Square's books, as the simulator keeps them. */
export const ledger = async (request: APIRequestContext): Promise<LedgerPayment[]> => {
  const reply = await request.get(`${SIMULATOR_URL}/simulator/ledger`);
  return ((await reply.json()) as { payments: LedgerPayment[] }).payments;
};

/** Fails with what the shop says is missing, where it is not ready. */
export const expectReady = async (request: APIRequestContext): Promise<void> => {
  const reply = await request.get('/health/ready', { timeout: 5_000 });
  expect(reply.status(), await reply.text()).toBe(200);
};
