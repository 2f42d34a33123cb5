import type { ServerResponse } from 'node:http';
import { AppError } from '@geodes/kit';
import { addressKey } from '../http/client-address.js';

/** Contract section 5, Live. A browser has one stream, so only a large network behind one IP address comes near. */
const MAX_STREAMS_PER_ADDRESS = 100;
const RETRY_AFTER_S = 15;

/** Counts this gateway's open streams by IPv4 address or IPv6 /64. */
export class StreamsByAddress {
  private readonly open = new Map<string, number>();

  /** Throws TOO_MANY_REQUESTS if the IP address has as many streams as it may have. */
  assertRoom(address: string): void {
    if ((this.open.get(addressKey(address)) ?? 0) < MAX_STREAMS_PER_ADDRESS) return;
    throw new AppError('TOO_MANY_REQUESTS', 'Too many open pages from your address. Please close some.', {
      retryAfterSeconds: RETRY_AFTER_S,
    });
  }

  /** Counts a stream until it closes. */
  add(stream: ServerResponse, address: string): void {
    const key = addressKey(address);
    this.open.set(key, (this.open.get(key) ?? 0) + 1);
    stream.once('close', () => {
      const left = (this.open.get(key) ?? 1) - 1;
      if (left > 0) this.open.set(key, left);
      else this.open.delete(key);
    });
  }

  /** Number of addresses with an open stream. */
  get addresses(): number {
    return this.open.size;
  }
}
