import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { OrderEvent, QueueName } from '@geodes/contracts';
import type { Logger } from '@geodes/kit';

const QUEUE: QueueName = 'catalog.order-events';

/** Injection token of the queue that carries order facts to the catalogue. */
export const EVENT_QUEUE = Symbol('EVENT_QUEUE');

/** What the outbox needs of the queue. */
export type EventQueue = Pick<Queue<OrderEvent>, 'addBulk' | 'close'>;

/**
 * The queue in Redis. BullMQ remembers a failed first command for ever (6.7), so it is made only once Redis is there
 * and made anew after a failure.
 */
export class RedisEventQueue implements EventQueue {
  private queue: Queue<OrderEvent> | undefined;
  /** Redis has not answered yet; a second command would wait behind the first. */
  private isAdding = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {}

  /** Throws where Redis is away; the jobs are not in the queue then, or some of them are. */
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
