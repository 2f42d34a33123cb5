import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '@geodes/kit';
import { REDIS, type Redis } from '../connections.js';

const SECRET = 'gateway:challenge:secret';
const USED = 'gateway:challenge:used:';

/** What all gateways share of challenges, in Redis. Methods throw UNAVAILABLE while Redis is unreachable. */
@Injectable()
export class ChallengeStore {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Returns the signing secret. The first gateway to ask creates it. */
  async secret(): Promise<string> {
    const created = randomBytes(32).toString('hex');
    return this.query(
      async (redis) => (await redis.get(SECRET)) ?? (await redis.set(SECRET, created, 'NX', 'GET')) ?? created,
    );
  }

  /** Records the use of a challenge for `ttlMs` milliseconds. Returns false if it was used before. */
  async use(signature: string, ttlMs: number): Promise<boolean> {
    return this.query(async (redis) => (await redis.set(USED + signature, '1', 'PX', ttlMs, 'NX')) === 'OK');
  }

  private async query<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw Object.assign(unavailable('challenges'), { cause: error });
    }
  }
}
