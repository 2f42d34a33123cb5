import type { OrderEvent } from './order-events.js';

/** BullMQ queues between services: `<consumer>.<topic>` to job data. Data are ids; handlers read the current state. */
export interface Queues {
  'catalog.order-events': OrderEvent;
}

export type QueueName = keyof Queues;
