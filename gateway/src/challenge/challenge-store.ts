import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { REDIS, type Redis, orUnavailable, sharedSecret } from '../connections.js';

const SECRET = 'gateway:challenge:secret';
const PART = 'challenges';
const USED = 'gateway:challenge:used:';

/** What all gateways share of challenges, in Redis. Methods throw UNAVAILABLE while Redis is unreachable. */
@Injectable()
export class ChallengeStore {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Returns the signing secret. The first gateway to ask creates it. */
  secret(): Promise<string> {
    return orUnavailable(sharedSecret(this.redis, SECRET, randomBytes(32).toString('hex')), PART);
  }

  /** Records the use of a challenge for `ttlMs` milliseconds. Returns false if it was used before. */
  async use(signature: string, ttlMs: number): Promise<boolean> {
    return (await orUnavailable(this.redis.set(USED + signature, '1', 'PX', ttlMs, 'NX'), PART)) === 'OK';
  }
}
