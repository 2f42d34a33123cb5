import { Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueueName, QueueState, RedisState } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, LOGGER, type Logger, queueState } from '@geodes/kit';
import { REDIS } from '../redis.js';

/** All queues of the shop. */
const QUEUES = ['catalog.order-events', 'orders.letters'] as const satisfies readonly QueueName[];
const TIMEOUT_MS = 3_000;

/** Reads the state of BullMQ's queues and the memory of Redis. Returns null if Redis does not respond within 3 s. */
@Injectable()
export class QueueStates {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  queues(): Promise<QueueState[] | null> {
    return this.withTimeout(() => Promise.all(QUEUES.map((name) => this.read(name))));
  }

  server(): Promise<RedisState | null> {
    return this.withTimeout(async () => redisState(await this.redis.info('memory')));
  }

  /** Creates a Queue for each read, because BullMQ caches a failed first command for ever. */
  private async read(name: QueueName): Promise<QueueState> {
    const queue = new Queue(name, { connection: this.redis, skipWaitingForReady: true, skipMetasUpdate: true });
    queue.on('error', (error) => this.logger.debug({ reason: error.message }, 'queue connection'));
    try {
      return { name, ...(await queueState(queue)) };
    } finally {
      await queue.close().catch(() => undefined);
    }
  }

  private async withTimeout<T>(read: () => Promise<T>): Promise<T | null> {
    if (this.redis.status !== 'ready') return null;
    const reading = read().catch((error: unknown) => {
      this.logger.debug({ reason: String(error) }, 'redis read failed');
      return null;
    });
    return (await atMost(TIMEOUT_MS, reading, this.clock)) ?? null;
  }
}

/** Parses the reply to `INFO memory`: https://redis.io/docs/latest/commands/info/ */
const redisState = (info: string): RedisState => {
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  return {
    usedBytes: Number(field('used_memory')),
    maxBytes: Number(field('maxmemory')),
    policy: field('maxmemory_policy'),
  };
};
