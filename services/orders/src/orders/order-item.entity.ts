import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Tier } from '@geodes/contracts';
import { Order } from './order.entity.js';

/** A snapshot of what was bought: later edits of the geode change nothing here. */
@Entity('order_item')
@Index('order_item_line', ['orderId', 'geodeId'], { unique: true })
// with what sales are summed from (sales.service.ts), so that no row is read
@Index('order_item_sold', { synchronize: false })
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

  /** When the order was placed: sales are summed by it. */
  @Column({ type: 'timestamptz', name: 'ordered_at', precision: 3 })
  orderedAt!: Date;

  @Column('integer')
  position!: number;

  /** What the items before it cost together. */
  @Column('integer', { name: 'before_cents' })
  beforeCents!: number;

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
