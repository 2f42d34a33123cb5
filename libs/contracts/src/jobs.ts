import type { OrderFact } from './order-facts.js';

/** BullMQ queues that cross a service's border: `<consumer>.<topic>` to the job's data. Ids only; handlers read the present state. */
export interface Queues {
  'catalog.order-facts': OrderFact;
}

export type QueueName = keyof Queues;
