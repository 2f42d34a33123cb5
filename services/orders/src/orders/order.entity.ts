import { Check, Column, CreateDateColumn, Entity, Index, OneToMany, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { OrderStatus } from '@geodes/contracts';
import { OrderItem } from './order-item.entity.js';

/**
 * What is known of the money, independent of the status that the owner sets:
 * confirming (told to the buyer, not known yet), authorised (the pivot is made), captured, cancelled.
 */
export type PaymentState = 'confirming' | 'authorised' | 'captured' | 'cancelled';

/** Conditions of the owner's lists (order-lists.ts): each list is in an index of its own, oldest first. */
export const OPEN = 'archived_at IS NULL';
export const ARCHIVED = 'archived_at IS NOT NULL';
export const COMPLETED = `${OPEN} AND status IN ('shipped', 'delivered', 'completed')`;

@Entity('shop_order')
// with what sales are summed from (sales.service.ts), so that no row is read
@Index('shop_order_newest', { synchronize: false })
@Index('shop_order_open', ['createdAt', 'id'], { where: OPEN })
@Index('shop_order_open_status', ['status', 'createdAt', 'id'], { where: OPEN })
@Index('shop_order_completed', ['createdAt', 'id'], { where: COMPLETED })
@Index('shop_order_archive', ['createdAt', 'id'], { where: ARCHIVED })
@Index('shop_order_archive_status', ['status', 'createdAt', 'id'], { where: ARCHIVED })
@Index('shop_order_email', ['email', 'createdAt'])
@Check('shop_order_total', 'total_cents >= 0 AND discount_cents >= 0')
@Check('shop_order_captured', "payment_state <> 'captured' OR square_payment_id IS NOT NULL")
@Check('shop_order_cancelled', "(payment_state = 'cancelled') = (status = 'cancelled')")
export class Order {
  @PrimaryColumn('uuid')
  id!: string;

  /** Set freely by the owner once the money is captured. */
  @Column('text')
  status!: OrderStatus;

  @Column('text', { name: 'payment_state' })
  paymentState!: PaymentState;

  /** Trimmed, lower case. */
  @Column('text')
  email!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('text')
  address!: string;

  @Column('text')
  city!: string;

  @Column('text')
  state!: string;

  @Column('text', { name: 'zip_code' })
  zipCode!: string;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('integer', { name: 'discount_cents' })
  discountCents!: number;

  @Column('integer', { name: 'total_cents' })
  totalCents!: number;

  /** What went back to the buyer or is on its way, as payments tells it (refund-reader.ts). */
  @Column('integer', { name: 'refunded_cents', default: 0 })
  refundedCents!: number;

  @Index('shop_order_payment', { unique: true })
  @Column('uuid', { name: 'payment_attempt_id' })
  paymentAttemptId!: string;

  @Column('text', { name: 'square_payment_id', nullable: true })
  squarePaymentId!: string | null;

  /** The titles of its items, for the search. */
  @Column('text', { name: 'item_titles', default: '', select: false })
  itemTitles!: string;

  /** Generated: the words of name, e-mail address, order number (the end of the id) and titles. */
  @Index('shop_order_search', { synchronize: false })
  @Column({ type: 'tsvector', select: false, insert: false, update: false })
  readonly search!: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', name: 'archived_at', nullable: true, precision: 3 })
  archivedAt!: Date | null;

  @OneToMany(() => OrderItem, (item) => item.order)
  items!: OrderItem[];
}
