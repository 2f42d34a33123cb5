import type { Redis } from './connections.js';

/** Returns the secret that all gateways share under this key; the first to ask stores `own`. Rejects as Redis does. */
export const sharedSecret = async (redis: Redis, key: string, own: string): Promise<string> =>
  (await redis.get(key)) ?? (await redis.set(key, own, 'NX', 'GET')) ?? own;
