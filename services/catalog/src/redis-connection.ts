import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { type Logger, outageLog } from '@geodes/kit';

const MAX_RETRY_DELAY_MS = 1_000;
/** Longer than the 10 s for which BullMQ's workers wait in Redis for a job. Runs only while a command waits for its reply. */
const SOCKET_TIMEOUT_MS = 15_000;

/** The connection of the job queue. It reconnects after every outage; a silent connection times out. */
export class RedisConnection implements OnApplicationShutdown {
  readonly client: Redis;

  constructor(url: string, logger: Logger, socketTimeoutMs = SOCKET_TIMEOUT_MS) {
    // BullMQ requires `maxRetriesPerRequest: null`: commands wait for the connection.
    this.client = new Redis(url, {
      maxRetriesPerRequest: null,
      connectTimeout: 5_000,
      socketTimeout: socketTimeoutMs,
      retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_DELAY_MS),
    });
    const outage = outageLog(logger, 'redis');
    this.client.on('error', outage.error);
    this.client.on('ready', outage.ready);
  }

  /** Checks the status first: during an outage a ping would wait for the connection. */
  async check(): Promise<void> {
    if (this.client.status !== 'ready') throw new Error(`redis is ${this.client.status}`);
    await this.client.ping();
  }

  onApplicationShutdown(): void {
    this.client.disconnect();
  }
}
