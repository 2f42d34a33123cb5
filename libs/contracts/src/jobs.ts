import type { OrderEvent } from './order-events.js';

/** BullMQ queues that cross a service's border: `<consumer>.<topic>` to the job's data. Ids only; handlers read the present state. */
export interface Queues {
  'catalog.order-events': OrderEvent;
}

export type QueueName = keyof Queues;
