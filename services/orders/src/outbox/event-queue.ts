import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { OrderEvent, QueueName } from '@geodes/contracts';
import type { Logger } from '@geodes/kit';

const QUEUE: QueueName = 'catalog.order-events';

/** Injection token of the queue that carries order events to catalog. */
export const EVENT_QUEUE = Symbol('EVENT_QUEUE');

/** The part of BullMQ's Queue that the outbox uses. */
export type EventQueue = Pick<Queue<OrderEvent>, 'addBulk' | 'close'>;

/**
 * The queue in Redis. BullMQ 6.7 caches a failed first command for ever, so the Queue is created only when Redis is
 * ready, and created again after a failure.
 */
export class RedisEventQueue implements EventQueue {
  private queue: Queue<OrderEvent> | undefined;
  /** A second command would wait behind the one that Redis has not replied to. */
  private isAdding = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** Throws if Redis is away; some of the jobs may be in the queue then. */
  async addBulk(...[jobs]: Parameters<EventQueue['addBulk']>): ReturnType<EventQueue['addBulk']> {
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

  private open(): Queue<OrderEvent> {
    const queue = new Queue<OrderEvent>(QUEUE, { connection: this.redis, skipWaitingForReady: true });
    queue.on('error', (error) => this.logger.debug({ reason: error.message }, 'queue connection'));
    return queue;
  }
}
