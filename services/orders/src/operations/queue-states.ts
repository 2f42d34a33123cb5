import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueueName, QueueState, RedisState } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, Gauge, LOGGER, type Logger, queueState } from '@geodes/kit';
import { REDIS } from '../redis.js';

/** All queues of the shop. */
const QUEUES = ['catalog.order-events', 'orders.letters'] as const satisfies readonly QueueName[];
const TIMEOUT_MS = 3_000;
/** Short, so that /metrics responds while Redis hangs. */
const MEASURE_TIMEOUT_MS = 1_000;
const MEASURED = ['waiting', 'active', 'delayed'] as const;

let measureQueues: (() => Promise<void>) | undefined;

const jobs = new Gauge({
  name: 'shop_queue_jobs',
  help: 'Jobs in a queue, by state; every process of the service reports the same number',
  labelNames: ['queue', 'state'] as const,
  collect: () => measureQueues?.(),
});
const age = new Gauge({
  name: 'shop_queue_age_seconds',
  help: 'Age of the oldest job in a queue; 0 if it is empty',
  labelNames: ['queue'] as const,
  collect: () => measureQueues?.(),
});

/**
 * Reads the state of BullMQ's queues and the memory of Redis. Returns null if Redis does not respond in time. Measures the
 * queues on each request of /metrics.
 */
@Injectable()
export class QueueStates implements OnApplicationBootstrap {
  private measuring: Promise<void> | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    measureQueues = () => (this.measuring ??= this.measure().finally(() => (this.measuring = undefined)));
  }

  queues(timeoutMs = TIMEOUT_MS): Promise<QueueState[] | null> {
    return this.withTimeout(timeoutMs, () => Promise.all(QUEUES.map((name) => this.read(name))));
  }

  server(): Promise<RedisState | null> {
    return this.withTimeout(TIMEOUT_MS, async () => redisState(await this.redis.info('memory')));
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

  /** While Redis is down, the gauges have no values. */
  private async measure(): Promise<void> {
    const queues = await this.queues(MEASURE_TIMEOUT_MS);
    jobs.reset();
    age.reset();
    for (const { name: queue, oldestAt, ...counts } of queues ?? []) {
      for (const state of MEASURED) jobs.set({ queue, state }, counts[state]);
      const since = oldestAt === null ? Infinity : Date.parse(oldestAt);
      age.set({ queue }, Math.max(0, (this.clock.wall() - since) / 1_000));
    }
  }

  private async withTimeout<T>(timeoutMs: number, read: () => Promise<T>): Promise<T | null> {
    if (this.redis.status !== 'ready') return null;
    const reading = read().catch((error: unknown) => {
      this.logger.debug({ reason: String(error) }, 'redis read failed');
      return null;
    });
    return (await atMost(timeoutMs, reading, this.clock)) ?? null;
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
