import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import {
  type AdminOrder,
  type Carrier,
  dollars,
  type LookupOrder,
  orderNumber,
  type OrderStatus,
  type Tier,
} from '@geodes/contracts';
import { type OrderRefund, ownRefund } from '../refunds/order-refund.entity.js';

/**
 * State of the payment, independent of the status that the owner sets: confirming (recorded before its outcome is
 * known, because the buyer saw its number), authorised (the pivot is made), captured, cancelled.
 */
export type PaymentState = 'confirming' | 'authorised' | 'captured' | 'cancelled';

/** The statuses of orders that are on their way or arrived. */
export const SENT: readonly string[] = ['shipped', 'delivered', 'completed'] satisfies OrderStatus[];

/** Conditions of the owner's lists (order-lists.ts). Each list has its own partial index, oldest first. */
export const OPEN = 'archived_at IS NULL';
export const ARCHIVED = 'archived_at IS NOT NULL';
export const COMPLETED = `${OPEN} AND status IN (${SENT.map((status) => `'${status}'`).join(', ')})`;

@Entity('shop_order')
// Covers what sales.service.ts sums, so that the sums need an index-only scan.
@Index('shop_order_newest', { synchronize: false })
@Index('shop_order_open', ['createdAt', 'id'], { where: OPEN })
@Index('shop_order_open_status', ['status', 'createdAt', 'id'], { where: OPEN })
@Index('shop_order_completed', ['createdAt', 'id'], { where: COMPLETED })
@Index('shop_order_archive', ['createdAt', 'id'], { where: ARCHIVED })
@Index('shop_order_archive_status', ['status', 'createdAt', 'id'], { where: ARCHIVED })
@Index('shop_order_email', ['email', 'createdAt'])
// On the order number, an expression of the id.
@Index('shop_order_number', { synchronize: false })
@Check('shop_order_total', 'total_cents >= 0 AND discount_cents >= 0')
@Check('shop_order_captured', "payment_state <> 'captured' OR square_payment_id IS NOT NULL")
@Check('shop_order_cancelled', "payment_state <> 'cancelled' OR status = 'cancelled'")
export class Order {
  @PrimaryColumn('uuid')
  id!: string;

  /** The owner sets it freely once the payment is captured. A whole refund before the shipment cancels the order. */
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

  /** Completed and pending refunds, the sum of `order_refund`. */
  @Column('integer', { name: 'refunded_cents', default: 0 })
  refundedCents!: number;

  @Index('shop_order_payment', { unique: true })
  @Column('uuid', { name: 'payment_attempt_id' })
  paymentAttemptId!: string;

  @Column('text', { name: 'square_payment_id', nullable: true })
  squarePaymentId!: string | null;

  @Column('text', { nullable: true })
  carrier!: Carrier | null;

  @Column('text', { name: 'tracking_number', nullable: true })
  trackingNumber!: string | null;

  /** Titles of the items, for the search. */
  @Column('text', { name: 'item_titles', default: '', select: false })
  itemTitles!: string;

  /** Generated column: words of the name, the email, the order number (the end of the id) and the titles. */
  @Index('shop_order_search', { synchronize: false })
  @Column({ type: 'tsvector', select: false, insert: false, update: false })
  readonly search!: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', name: 'archived_at', nullable: true, precision: 3 })
  archivedAt!: Date | null;

  /** Read by `loadItems`. */
  items!: OrderItem[];

  /** Read by `loadItemsAndRefunds`. */
  refunds: OrderRefund[] = [];
}

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

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_item_order' })
  order!: Order;

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

/** The view for a guest who knows the email: without name, postal address and phone number. */
export const lookupOrder = (order: Order): LookupOrder => ({
  id: order.id,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  total: dollars(order.totalCents),
  discount: dollars(order.discountCents),
  refunded: dollars(order.refundedCents),
  carrier: order.carrier,
  trackingNumber: order.trackingNumber,
  items: order.items.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    priceAtPurchase: item.priceCents,
    geode: { title: item.title, imageUrls: item.imageUrls },
  })),
});

/** Returns whether the units of an item are on sale again, or will be once a refund is completed. */
export const isTakenBack = ({ refunds }: Order, { geodeId }: OrderItem): boolean =>
  refunds.some(({ state, restock }) => state !== 'failed' && restock.includes(geodeId));

/** The view for the owner. */
export const adminOrder = (order: Order): AdminOrder => ({
  id: order.id,
  orderNumber: orderNumber(order.id),
  customerName: `${order.firstName} ${order.lastName}`.trim(),
  customerEmail: order.email,
  customerPhone: order.phone,
  total: dollars(order.totalCents),
  discount: dollars(order.discountCents),
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  updatedAt: order.updatedAt.toISOString(),
  archivedAt: order.archivedAt?.toISOString() ?? null,
  squarePaymentId: order.squarePaymentId,
  carrier: order.carrier,
  trackingNumber: order.trackingNumber,
  ownRefunds: order.refunds.filter(({ squareRefundId }) => squareRefundId === null).map(ownRefund),
  items: order.items.map((item) => ({
    id: item.id,
    geode: {
      id: item.geodeId,
      title: item.title,
      imageUrl: item.imageUrls[0] ?? '',
      size: item.size,
      location: item.location,
      crystalType: item.crystalType,
    },
    quantity: item.quantity,
    price: item.priceCents,
    ...(isTakenBack(order, item) && { isTakenBack: true }),
  })),
  shippingAddress: {
    addressLine1: order.address,
    addressLine2: '',
    locality: order.city,
    administrativeDistrictLevel1: order.state,
    postalCode: order.zipCode,
    country: 'US',
  },
});
