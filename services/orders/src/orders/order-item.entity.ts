import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Tier } from '@geodes/contracts';
import { Order } from './order.entity.js';

/** A snapshot of what was bought: later edits of the geode change nothing here. */
@Entity('order_item')
@Index('order_item_line', ['orderId', 'geodeId'], { unique: true })
export class OrderItem {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  @ManyToOne(() => Order, (order) => order.items, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_item_order' })
  order!: Relation<Order>;

  @Index('order_item_geode')
  @Column('uuid', { name: 'geode_id' })
  geodeId!: string;

  @Column('integer')
  position!: number;

  @Column('text')
  title!: string;

  @Column('text')
  size!: string;

  @Column('text')
  location!: string;

  @Column('text', { name: 'crystal_type' })
  crystalType!: string;

  /** Null in orders from before it was kept. */
  @Column('text', { nullable: true })
  tier!: Tier | null;

  /** Its index is on the pictures' names within. */
  @Index('order_item_pictures', { synchronize: false })
  @Column('text', { name: 'image_urls', array: true })
  imageUrls!: string[];

  @Column('integer')
  quantity!: number;

  @Column('integer', { name: 'price_cents' })
  priceCents!: number;
}
