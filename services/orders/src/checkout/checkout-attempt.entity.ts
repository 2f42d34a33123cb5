import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { BuyerDetails, ErrorCode, Holder, Network, OrderLine, ReservedGeode } from '@geodes/contracts';
import type { AttemptState } from './attempt-states.js';

/** What only a checkout command brings: this service never stores it. */
export interface Sender {
  paymentToken: string;
  network: Network | null;
}

/** The checkout command without its sender. */
interface AttemptRequest {
  items: OrderLine[];
  buyerDetails: BuyerDetails;
  expectedTotal: string | null;
  /** The hold that the reservation may take over; not part of the fingerprint. Missing in attempts older than holds. */
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
  /** Also the id of the order, if there will be one. UUID v5 of the key; random if an earlier attempt freed the key. */
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

  /** The index is on the buyer's email inside. */
  @Index('checkout_attempt_buyer', { synchronize: false })
  @Column('jsonb')
  request!: AttemptRequest;

  /** The reserved geodes with their prices; null before the reservation. */
  @Column('jsonb', { nullable: true })
  lines!: ReservedGeode[] | null;

  @Column('integer', { name: 'discount_cents', nullable: true })
  discountCents!: number | null;

  @Column('integer', { name: 'total_cents', nullable: true })
  totalCents!: number | null;

  /** The error of the response if the attempt ends refused. */
  @Column('jsonb', { nullable: true })
  refusal!: Refusal | null;

  /** The worker that holds the lease; only that worker can change the attempt. */
  @Column('uuid', { name: 'lease_token', nullable: true })
  leaseToken!: string | null;

  @Column({ type: 'timestamptz', name: 'lease_until', precision: 3 })
  leaseUntil!: Date;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
