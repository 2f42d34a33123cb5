import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An order that was released or refused. It never gets units again: a delayed reserve command must be refused. */
@Entity('order_release')
export class OrderRelease {
  @PrimaryColumn('uuid', { name: 'order_id', primaryKeyConstraintName: 'order_release_pkey' })
  orderId!: string;

  @Column('timestamp with time zone', { name: 'released_at', precision: 3, default: () => 'now()' })
  releasedAt!: Date;
}
