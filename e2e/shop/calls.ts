import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { ErrorBody, Geode, GeodePage } from '@geodes/contracts';
import { demoGeode, demoOrder, type DemoOrderOptions, type GeodeFields, NO_PICTURE, ORDER_PATH } from '@geodes/testing';
import { ADMIN_PIN, SHOP_URL } from './settings.js';

/** Signs the owner in; the request context keeps the cookie. */
export const signIn = async (request: APIRequestContext): Promise<void> => {
  const reply = await request.post('/api/admin/login', { data: { pin: ADMIN_PIN }, headers: { Origin: SHOP_URL } });
  expect(reply.status()).toBe(200);
};

/** Header of every state-changing call of the owner's panel. */
export const fromSite = { Origin: SHOP_URL };

/** Adds a geode on sale. The caller must be signed in. */
export const newGeode = async (request: APIRequestContext, fields: GeodeFields = {}): Promise<Geode> => {
  const reply = await request.post('/api/admin/geodes', {
    headers: fromSite,
    data: demoGeode(fields),
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Geode;
};

/** Returns a demo geode that is on sale. It is older than the geodes that tests add. */
export const geodeOnSale = async (request: APIRequestContext): Promise<Geode> => {
  const { geodes } = (await (await request.get('/api/geodes?limit=100&sortBy=oldest')).json()) as GeodePage;
  const geode = geodes.find(({ isAvailable, imageUrl }) => isAvailable && imageUrl !== NO_PICTURE);
  if (!geode) throw new Error('No geode is on sale.');
  return geode;
};

export interface BuyOptions extends DemoOrderOptions {
  token?: string;
}

/** Buys geodes as a plain HTTP client. */
export const buy = (request: APIRequestContext, geodeIds: string[], { token, ...options }: BuyOptions = {}) => {
  const { headers, body: data } = demoOrder(geodeIds, token, options);
  // a plain client may omit the key
  const { 'content-type': type } = headers;
  const sentHeaders = options.key ? headers : { 'content-type': type };
  return request.post(ORDER_PATH, { headers: sentHeaders, data, timeout: 45_000 });
};

/** Fails with the readiness report if the shop is not ready. */
export const expectReady = async (request: APIRequestContext): Promise<void> => {
  const reply = await request.get('/health/ready', { timeout: 5_000 });
  expect(reply.status(), await reply.text()).toBe(200);
};

/** Expects a 503 with a retry time and a readable message that names no internal cause. */
export const expectNotNow = async (reply: APIResponse) => {
  expect(reply.status(), await reply.text()).toBe(503);
  expect(Number(reply.headers()['retry-after'])).toBeGreaterThan(0);
  const { code, message } = (await reply.json()) as ErrorBody;
  expect(code).toBe('UNAVAILABLE');
  expect(message).toMatch(/try again/);
  expect(await reply.text()).not.toMatch(/OOM|maxmemory|ENOSPC|EFBIG|too many connections|geodes_|postgres|redis/i);
};
