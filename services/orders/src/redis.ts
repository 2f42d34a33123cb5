import { Redis } from 'ioredis';
import { Queue } from 'bullmq';
import { type Logger, outageLog } from '@geodes/kit';
import type { QueueName, Queues } from '@geodes/contracts';

/** Injection token of the service's Redis connection. */
export const REDIS = Symbol('REDIS');

/**
 * Connects and reconnects without end; a silent connection times out. A command sent while Redis is away fails at once
 * instead of waiting in the offline queue.
 */
export const connectRedis = (url: string, logger: Logger): Redis => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    connectTimeout: 3_000,
    socketTimeout: 5_000,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  });
  const outage = outageLog(logger, 'redis');
  redis.on('error', outage.error);
  redis.on('ready', outage.ready);
  return redis;
};

/** The part of BullMQ's Queue that relays use. */
export type JobQueue<Name extends QueueName> = Pick<Queue<Queues[Name]>, 'addBulk' | 'close'>;

/**
 * A queue in Redis. BullMQ 6.7 caches a failed first command for ever, so the Queue is created only when Redis is
 * ready, and created again after a failure.
 */
export class RedisQueue<Name extends QueueName> implements JobQueue<Name> {
  private queue: Queue<Queues[Name]> | undefined;
  /** A second command would wait behind the one that Redis has not replied to. */
  private isAdding = false;

  constructor(
    private readonly name: Name,
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** Throws if Redis is away; some of the jobs may be in the queue then. */
  async addBulk(...[jobs]: Parameters<JobQueue<Name>['addBulk']>): ReturnType<JobQueue<Name>['addBulk']> {
    if (this.redis.status !== 'ready') throw new Error('Redis is away');
    if (this.isAdding) throw new Error('Redis does not answer');
    this.queue ??= this.open();
    this.isAdding = true;
    try {
      return await this.queue.addBulk(jobs);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      this.isAdding = false;
    }
  }

  async close(): Promise<void> {
    const { queue } = this;
    this.queue = undefined;
    await queue?.close().catch((error: unknown) => this.logger.debug({ reason: String(error) }, 'queue not closed'));
  }

  private open(): Queue<Queues[Name]> {
    const queue = new Queue<Queues[Name]>(this.name, { connection: this.redis, skipWaitingForReady: true });
    queue.on('error', (error) => this.logger.debug({ reason: error.message }, 'queue connection'));
    return queue;
  }
}
