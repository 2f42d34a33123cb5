import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import type { CreateRequest } from '../square/square-payment.js';
import { PAYMENT_STATES, type PaymentState } from './payment-states.js';

const quoted = PAYMENT_STATES.map((state) => `'${state}'`).join(', ');

/** The payment of one attempt. A row without a request is a tombstone: the attempt was voided before it was authorised. */
@Entity('payment')
@Check('payment_state_known', `state IN (${quoted})`)
@Check('payment_amount_positive', 'amount_cents > 0')
@Check(
  'payment_taken_has_square_id',
  `state NOT IN ('authorised', 'capturing', 'captured') OR square_payment_id IS NOT NULL`,
)
@Index('payment_unsettled', ['state', 'updatedAt'], { where: `state IN ('authorising', 'voiding', 'owed')` })
@Index('payment_created_at', ['createdAt'])
export class Payment {
  /** The attempt's id, Square's idempotency key and the payment's reference_id. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'payment_pkey' })
  id!: string;

  /** US cents. */
  @Column('integer', { name: 'amount_cents', nullable: true })
  amountCents!: number | null;

  @Column('text')
  state!: PaymentState;

  @Column('text', { name: 'square_payment_id', nullable: true })
  @Index('payment_square_payment_id', { unique: true })
  squarePaymentId!: string | null;

  /** The attempt's order; null for a tombstone and for rows that older versions wrote. */
  @Column('uuid', { name: 'order_id', nullable: true })
  @Index('payment_order_id')
  orderId!: string | null;

  @Column('jsonb', { nullable: true })
  request!: CreateRequest | null;

  /** Square's code of the decline or refusal. */
  @Column('text', { name: 'decline_code', nullable: true })
  declineCode!: string | null;

  @Column('text', { name: 'decline_message', nullable: true })
  declineMessage!: string | null;

  /** Set before the first create is sent; null for a tombstone. */
  @Column('timestamptz', { name: 'authorise_started_at', nullable: true })
  authoriseStartedAt!: Date | null;

  /** The sweep skips the row until then. Null for an `owed` row: the sweep never retries its refund. */
  @Column('timestamptz', { name: 'sweep_after', nullable: true })
  sweepAfter!: Date | null;

  @Column('integer', { default: 0 })
  sweeps!: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;

  @VersionColumn()
  version!: number;
}
