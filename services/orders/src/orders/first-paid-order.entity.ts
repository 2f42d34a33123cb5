import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The earliest paid order of an email, refunded or not. In sales it counts as a new buyer's; all others as a returning
 * buyer's.
 */
@Entity('first_paid_order')
@Index('first_paid_order_by_time', ['orderedAt', 'orderId'])
export class FirstPaidOrder {
  /** Trimmed, lower case. */
  @PrimaryColumn('text')
  email!: string;

  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  @Column({ type: 'timestamptz', name: 'ordered_at', precision: 3 })
  orderedAt!: Date;
}
