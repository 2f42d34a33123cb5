import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { traceparent } from '@geodes/kit';
import { RETRY_DELAY_SECONDS } from './retry-policy.js';

/** An outbox row as it is put into the queue. */
export interface NewEvent {
  id: string;
  type: OrderEvent['type'];
  order_id: string;
  enqueue_count: number;
  traceparent: string | null;
}

export const newEvent = (type: OrderEvent['type'], orderId: string): NewEvent => ({
  id: randomUUID(),
  type,
  order_id: orderId,
  enqueue_count: 1,
  traceparent: traceparent() ?? null,
});

/**
 * Inserts events from rows of id, type, order id and traceparent. They count as enqueued: the writer publishes them after
 * its commit, and the relay takes up what got lost on that way. An event of an order is recorded once.
 */
export const insertEvents = (rows: string): string =>
  `INSERT INTO outbox (id, type, order_id, traceparent, enqueue_count, enqueue_after)
   SELECT row.*, 1, now() + interval '${RETRY_DELAY_SECONDS} seconds' FROM (${rows}) AS row
   ON CONFLICT (order_id, type) DO NOTHING`;

/** Records an event in the caller's transaction, to be published after it; undefined where it was recorded before. */
export const appendOutboxEvent = async (
  manager: EntityManager,
  type: OrderEvent['type'],
  orderId: string,
): Promise<NewEvent | undefined> => {
  const event = newEvent(type, orderId);
  const rows: unknown[] = await manager.query(
    `${insertEvents('SELECT $1::uuid, $2::text, $3::uuid, $4::text')} RETURNING id`,
    [event.id, type, orderId, event.traceparent],
  );
  return rows.length > 0 ? event : undefined;
};
