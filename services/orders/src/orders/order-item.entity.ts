import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Tier } from '@geodes/contracts';
import type { Order } from './order.entity.js';

/** A snapshot of a bought geode: later edits of the geode do not change it. */
@Entity('order_item')
@Index('order_item_line', ['orderId', 'geodeId'], { unique: true })
// Covers what sales.service.ts sums, so that the sums need an index-only scan.
@Index('order_item_sold', { synchronize: false })
export class OrderItem {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  // By name: an import would be a cycle.
  @ManyToOne('Order', 'items', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_item_order' })
  order!: Relation<Order>;

  @Index('order_item_geode')
  @Column('uuid', { name: 'geode_id' })
  geodeId!: string;

  /** Copy of the order's `created_at`: sales are summed by it. */
  @Column({ type: 'timestamptz', name: 'ordered_at', precision: 3 })
  orderedAt!: Date;

  @Column('integer')
  position!: number;

  /** Sum of the items before it: sales split an order's revenue by running totals, so that no cent is lost. */
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

  /** Null in orders older than this column. */
  @Column('text', { nullable: true })
  tier!: Tier | null;

  /** The index is on the picture names inside. */
  @Index('order_item_pictures', { synchronize: false })
  @Column('text', { name: 'image_urls', array: true })
  imageUrls!: string[];

  @Column('integer')
  quantity!: number;

  @Column('integer', { name: 'price_cents' })
  priceCents!: number;
}
