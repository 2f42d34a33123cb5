import type { JobQueue } from '../redis.js';

/** Injection token of the queue that carries order events to catalog. */
export const EVENT_QUEUE = Symbol('EVENT_QUEUE');

export type EventQueue = JobQueue<'catalog.order-events'>;
