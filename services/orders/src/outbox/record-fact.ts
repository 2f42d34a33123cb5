import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { OrderFact } from '@geodes/contracts';
import { traceparent } from '@geodes/kit';

/** Writes a fact into the outbox of the caller's transaction; a fact about an order is told once. */
export const recordFact = async (manager: EntityManager, type: OrderFact['type'], orderId: string): Promise<void> => {
  await manager.query(
    `INSERT INTO outbox (id, type, order_id, traceparent) VALUES ($1, $2, $3, $4)
     ON CONFLICT (order_id, type) DO NOTHING`,
    [randomUUID(), type, orderId, traceparent() ?? null],
  );
};
