import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Network } from '@geodes/contracts';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis, sharedSecret } from '../connections.js';
import { addressKey, siteKey } from './client-address.js';

const SECRET = 'gateway:network-secret';
/** Gateways that started while Redis was unreachable or empty agree on the secret again after this, milliseconds. */
const REFRESH_MS = 60_000;

/**
 * Turns IP addresses into the keyed hashes that services count by. All gateways share the secret in Redis. While Redis is
 * unreachable, each uses the last secret it read, or one of its own.
 */
@Injectable()
export class Networks {
  private secret = randomBytes(32).toString('base64url');
  private refreshAt = 0;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly config: GatewayConfig,
  ) {}

  /** Returns null if RATE_LIMIT=off lifts the limits of networks. */
  async find(address: string): Promise<Network | null> {
    if (this.config.RATE_LIMIT === 'off') return null;
    await this.refresh();
    const site = siteKey(address);
    return { address: this.hash(addressKey(address)), ...(site ? { site: this.hash(site) } : {}) };
  }

  private hash(key: string): string {
    return createHmac('sha256', this.secret).update(key).digest('base64url');
  }

  private async refresh(): Promise<void> {
    if (performance.now() < this.refreshAt) return;
    try {
      this.secret = await sharedSecret(this.redis, SECRET, this.secret);
      this.refreshAt = performance.now() + REFRESH_MS;
    } catch {
      // the next request tries again
    }
  }
}
