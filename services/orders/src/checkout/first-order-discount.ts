import type { EntityManager } from 'typeorm';

/** Returns true if the email has no order, cancelled ones aside, and no open attempt that claims the discount. */
export const isFirstOrder = async (manager: EntityManager, email: string): Promise<boolean> => {
  const [{ first }]: [{ first: boolean }] = await manager.query(
    `SELECT NOT EXISTS (SELECT 1 FROM shop_order WHERE email = $1 AND status <> 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM discount_claim WHERE email = $1) AS first`,
    [email],
  );
  return first;
};
