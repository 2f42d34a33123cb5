import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { OrderFact, QueueName } from '@geodes/contracts';
import type { Logger } from '@geodes/kit';

const QUEUE: QueueName = 'catalog.order-facts';

/** Injection token of the queue that carries order facts to the catalogue. */
export const FACT_QUEUE = Symbol('FACT_QUEUE');

/** What the outbox needs of the queue. */
export type FactQueue = Pick<Queue<OrderFact>, 'addBulk' | 'close'>;

export const openFactQueue = (redis: Redis, logger: Logger): Queue<OrderFact> => {
  const queue = new Queue<OrderFact>(QUEUE, { connection: redis, skipWaitingForReady: true });
  queue.on('error', (error) => logger.debug({ reason: error.message }, 'queue connection'));
  return queue;
};
