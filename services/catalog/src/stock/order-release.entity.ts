import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An order that gave up its stock. It never gets any again: a late command of a dead worker takes nothing. */
@Entity('order_release')
export class OrderRelease {
  @PrimaryColumn('uuid', { name: 'order_id', primaryKeyConstraintName: 'order_release_pkey' })
  orderId!: string;

  @Column('timestamp with time zone', { name: 'released_at', precision: 3, default: () => 'now()' })
  releasedAt!: Date;
}
