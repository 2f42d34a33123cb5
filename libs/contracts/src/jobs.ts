import type { OrderEvent } from './order-events.js';

/** Names the letter to send. */
export interface LetterJob {
  letterId: string;
}

/** BullMQ queues between services: `<consumer>.<topic>` to job data. Data are ids; handlers read the current state. */
export interface Queues {
  'catalog.order-events': OrderEvent;
  'orders.letters': LetterJob;
}

export type QueueName = keyof Queues;
