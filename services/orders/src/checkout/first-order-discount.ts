import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';

/** The order that has the first-order discount of an email. The primary key prevents a second one. */
@Entity('discount_claim')
export class DiscountClaim {
  /** Trimmed, lower case. */
  @PrimaryColumn('text')
  email!: string;

  @Index('discount_claim_order', { unique: true })
  @Column('uuid', { name: 'order_id' })
  orderId!: string;
}

/** Returns true if the email has no order, cancelled ones aside, and no open attempt that claims the discount. */
export const isFirstOrder = async (manager: EntityManager, email: string): Promise<boolean> => {
  const [{ first }]: [{ first: boolean }] = await manager.query(
    `SELECT NOT EXISTS (SELECT 1 FROM shop_order WHERE email = $1 AND status <> 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM discount_claim WHERE email = $1) AS first`,
    [email],
  );
  return first;
};
