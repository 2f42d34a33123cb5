import { type APIRequestContext, expect } from '@playwright/test';
import type { Geode, GeodePage } from '@geodes/contracts';
import { demoGeode, demoOrder, type GeodeFields, NO_PICTURE, ORDER_PATH } from '@geodes/testing';
import { ADMIN_PIN, SHOP_URL } from './address.js';

/** Signs the owner in; the request context keeps the cookie. */
export const signIn = async (request: APIRequestContext): Promise<void> => {
  const reply = await request.post('/api/admin/login', { data: { pin: ADMIN_PIN }, headers: { Origin: SHOP_URL } });
  expect(reply.status()).toBe(200);
};

/** What every state-changing call of the owner's panel sends. */
export const fromSite = { Origin: SHOP_URL };

/** A new stone on sale; the caller is signed in. */
export const newGeode = async (request: APIRequestContext, fields: GeodeFields = {}): Promise<Geode> => {
  const reply = await request.post('/api/admin/geodes', {
    headers: fromSite,
    data: demoGeode(fields),
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Geode;
};

/** Some stone of the demo catalogue that is on sale; it is older than what tests add. */
export const geodeOnSale = async (request: APIRequestContext): Promise<Geode> => {
  const { geodes } = (await (await request.get('/api/geodes?limit=100&sortBy=oldest')).json()) as GeodePage;
  const geode = geodes.find(({ isAvailable, imageUrl }) => isAvailable && imageUrl !== NO_PICTURE);
  if (!geode) throw new Error('No stone is on sale.');
  return geode;
};

export interface BuyOptions {
  key?: string;
  token?: string;
  email?: string;
  expectedTotal?: string;
}

/** Buys stones as a plain HTTP client does. */
export const buy = (request: APIRequestContext, geodeIds: string[], { token, ...options }: BuyOptions = {}) => {
  const { headers, body: data } = demoOrder(geodeIds, token, options);
  // a plain client may leave the key out
  const { 'content-type': type } = headers;
  const sentHeaders = options.key ? headers : { 'content-type': type };
  return request.post(ORDER_PATH, { headers: sentHeaders, data, timeout: 45_000 });
};

/** Fails with what the shop says is missing, where it is not ready. */
export const expectReady = async (request: APIRequestContext): Promise<void> => {
  const reply = await request.get('/health/ready', { timeout: 5_000 });
  expect(reply.status(), await reply.text()).toBe(200);
};
