import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { BuyerDetails, ErrorCode, Holder, OrderLine, ReservedGeode } from '@geodes/contracts';
import type { AttemptState } from './attempt-states.js';

/** What the buyer asked for, as compared under the key; the payment token is not kept here. */
export interface AttemptRequest {
  items: OrderLine[];
  buyerDetails: BuyerDetails;
  expectedTotal: string | null;
  /** Whose hold may be taken over; not compared under the key. Missing in attempts from before there were holds. */
  holder?: Holder;
}

export interface Refusal {
  code: ErrorCode;
  message: string;
  details?: unknown;
}

/** One checkout under one Idempotency-Key. */
@Entity('checkout_attempt')
@Index('checkout_attempt_open', ['leaseUntil'], { where: "state NOT IN ('paid', 'refused')" })
export class CheckoutAttempt {
  /** uuid v5 of the key, random where an earlier attempt has freed the key; the order, if there will be one, has the same id. */
  @PrimaryColumn('uuid', { name: 'order_id' })
  orderId!: string;

  @Index('checkout_attempt_key', { unique: true })
  @Column('text')
  key!: string;

  @Column('text')
  fingerprint!: string;

  @Column('text')
  state!: AttemptState;

  /** Square's idempotency key and reference_id of this attempt's payment. */
  @Index('checkout_attempt_payment', { unique: true })
  @Column('uuid', { name: 'payment_attempt_id' })
  paymentAttemptId!: string;

  /** Its index is on the buyer's address within. */
  @Index('checkout_attempt_buyer', { synchronize: false })
  @Column('jsonb')
  request!: AttemptRequest;

  /** What was reserved and at what price; null before. */
  @Column('jsonb', { nullable: true })
  lines!: ReservedGeode[] | null;

  @Column('integer', { name: 'discount_cents', nullable: true })
  discountCents!: number | null;

  @Column('integer', { name: 'total_cents', nullable: true })
  totalCents!: number | null;

  /** What the buyer is told when it ends refused. */
  @Column('jsonb', { nullable: true })
  refusal!: Refusal | null;

  /** Who works on it; a worker that lost the lease can change nothing. */
  @Column('uuid', { name: 'lease_token', nullable: true })
  leaseToken!: string | null;

  @Column({ type: 'timestamptz', name: 'lease_until', precision: 3 })
  leaseUntil!: Date;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
