import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { traceparent } from '@geodes/kit';
import { RETRY_DELAY_SECONDS } from './retry-policy.js';

/** The columns of an outbox row that its job needs. */
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
 * Returns SQL that inserts events from rows of id, type, order id and traceparent; each type at most once per order.
 * They count as enqueued: the caller publishes them after its commit, and the relay retries a lost publication.
 */
export const insertEvents = (rows: string): string =>
  `INSERT INTO outbox (id, type, order_id, traceparent, enqueue_count, enqueue_after)
   SELECT row.*, 1, now() + interval '${RETRY_DELAY_SECONDS} seconds' FROM (${rows}) AS row
   ON CONFLICT (order_id, type) DO NOTHING`;

/**
 * Inserts an event in the caller's transaction, to be published after it. Returns undefined if it was inserted before.
 */
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
