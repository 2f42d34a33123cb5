import { randomUUID } from 'node:crypto';
import { AttemptStore } from '../src/checkout/attempt-store.js';
import type { OrdersUnderTest } from './orders-app.js';

/** Pays an authorised order with the statement that ends its checkout. */
export const payOrder = async ({ app, database }: OrdersUnderTest, orderId: string): Promise<void> => {
  await database.query(
    `INSERT INTO checkout_attempt (order_id, key, fingerprint, state, payment_attempt_id, request, lease_token, lease_until)
     VALUES ($1, $2, '', 'authorised', gen_random_uuid(), '{}', $3, now() + interval '1 minute')
     ON CONFLICT (order_id) DO UPDATE
       SET state = 'authorised', lease_token = EXCLUDED.lease_token, lease_until = EXCLUDED.lease_until`,
    [orderId, `key of ${orderId}`, randomUUID()],
  );
  const attempts = app.get(AttemptStore);
  const attempt = await attempts.find(orderId);
  if (!attempt) throw new Error(`Order ${orderId} has no attempt.`);
  await attempts.pay(attempt, `square-${orderId}`);
};
