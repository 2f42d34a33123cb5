import type { EntityManager } from 'typeorm';

/**
 * Check and claim in one statement of the caller's transaction: true where this order has the first-order discount of
 * the address, now or from an earlier pass. The primary key on the address decides a race.
 */
export const claimFirstOrderDiscount = async (
  manager: EntityManager,
  email: string,
  orderId: string,
): Promise<boolean> => {
  const rows: unknown[] = await manager.query(
    `WITH claimed AS (
       INSERT INTO discount_claim (email, order_id)
       SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM shop_order WHERE email = $1 AND status <> 'cancelled' AND id <> $2)
       ON CONFLICT DO NOTHING RETURNING order_id)
     SELECT order_id FROM claimed
     UNION ALL SELECT order_id FROM discount_claim WHERE email = $1 AND order_id = $2`,
    [email, orderId],
  );
  return rows.length === 1;
};

/** Gives the discount back where its order came to nothing. */
export const returnFirstOrderDiscount = async (manager: EntityManager, orderId: string): Promise<void> => {
  await manager.query('DELETE FROM discount_claim WHERE order_id = $1', [orderId]);
};

/** True where the address has no order that is not cancelled and no open attempt that claims the discount. */
export const isFirstOrder = async (manager: EntityManager, email: string): Promise<boolean> => {
  const [row]: { first: boolean }[] = await manager.query(
    `SELECT NOT EXISTS (SELECT 1 FROM shop_order WHERE email = $1 AND status <> 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM discount_claim WHERE email = $1) AS first`,
    [email],
  );
  return row?.first ?? false;
};
