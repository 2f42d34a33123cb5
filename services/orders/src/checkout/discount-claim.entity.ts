import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Who has the first-order discount of an e-mail address. The primary key lets nobody have it twice. */
@Entity('discount_claim')
export class DiscountClaim {
  /** Trimmed, lower case. */
  @PrimaryColumn('text')
  email!: string;

  @Index('discount_claim_order', { unique: true })
  @Column('uuid', { name: 'order_id' })
  orderId!: string;
}
