import { Controller, Inject } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { OrdersState, QueueName, QueueState, RedisState } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, databaseUse, Handles, LOGGER, type Logger, queueState } from '@geodes/kit';
import { REDIS } from '../redis.js';

/** All queues of the shop. */
const QUEUES = ['catalog.order-events', 'orders.letters'] as const satisfies readonly QueueName[];
const TIMEOUT_MS = 3_000;

interface OpenCounts {
  checkouts: number;
  oldestCheckoutAt: Date | null;
  events: number;
  oldestEventAt: Date | null;
  failedEvents: number;
  closedSince: Date | null;
}

/** Every count reads a partial index of open rows, so its cost does not grow with the number of orders. */
const COUNT = `
  SELECT checkouts.count AS checkouts, checkouts.oldest AS "oldestCheckoutAt",
         events.waiting AS events, events.oldest AS "oldestEventAt", events.failed AS "failedEvents",
         (SELECT min(restored_at) FROM restore_gate) AS "closedSince"
    FROM (SELECT count(*)::int AS count, min(created_at) AS oldest
            FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS checkouts,
         (SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed,
                 min(created_at) FILTER (WHERE failed_at IS NULL) AS oldest
            FROM outbox WHERE done_at IS NULL AND dropped_at IS NULL) AS events`;

/** Reports open checkouts, waiting events, queues and servers to the operator. */
@Controller()
export class StateController {
  constructor(
    private readonly database: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws if the database does not respond. `queues` and `redis` are null if Redis does not respond within 3 s. */
  @Handles('orders.state')
  async state(): Promise<OrdersState> {
    const [[counts], database, queues, redis] = await Promise.all([
      this.database.query<[OpenCounts]>(COUNT),
      databaseUse(this.database),
      this.readRedis(() => Promise.all(QUEUES.map((name) => this.readQueue(name)))),
      this.readRedis(async () => redisState(await this.redis.info('memory'))),
    ]);
    return {
      checkouts: { count: counts.checkouts, oldestAt: iso(counts.oldestCheckoutAt) },
      ...(counts.closedSince ? { closedSince: counts.closedSince.toISOString() } : {}),
      events: { count: counts.events, oldestAt: iso(counts.oldestEventAt), givenUp: counts.failedEvents },
      queues,
      redis,
      database,
    };
  }

  /** Creates a Queue for each read, because BullMQ caches a failed first command for ever. */
  private async readQueue(name: QueueName): Promise<QueueState> {
    const queue = new Queue(name, { connection: this.redis, skipWaitingForReady: true, skipMetasUpdate: true });
    queue.on('error', (error) => this.logger.debug({ reason: error.message }, 'queue connection'));
    try {
      return { name, ...(await queueState(queue)) };
    } finally {
      await queue.close().catch(() => undefined);
    }
  }

  private async readRedis<T>(read: () => Promise<T>): Promise<T | null> {
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

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
