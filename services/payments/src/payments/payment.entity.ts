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

export const PAYMENT_STATES = [
  'authorising',
  'authorised',
  'declined',
  'capturing',
  'captured',
  'voiding',
  'voided',
  'refunded',
  'refused',
  'owed',
] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * The allowed transitions.
 * - `voided`, `declined` (by the card's issuer) and `refused` (by Square, because of the shop's account) are final for the
 *   checkout. Only a refund may follow, if Square captured the payment nevertheless.
 * - `capturing` becomes `voided` only if Square says that the authorisation is gone.
 * - `captured` becomes `refunded` only if the orders service says that the attempt has no order. Refunds by the owner do
 *   not change the state.
 * - `owed`: the charge must be returned, but Square refused the refund or failed to carry it out.
 */
const FOLLOWS: Record<PaymentState, readonly PaymentState[]> = {
  authorising: ['authorised', 'declined', 'refused', 'voiding'],
  authorised: ['capturing', 'voiding', 'captured', 'voided'],
  capturing: ['captured', 'voided'],
  voiding: ['voided', 'refunded', 'owed'],
  captured: ['refunded', 'owed'],
  declined: ['refunded', 'owed'],
  voided: ['refunded', 'owed'],
  refused: ['refunded', 'owed'],
  refunded: ['owed'],
  owed: ['refunded'],
};

export const mayFollow = (from: PaymentState, to: PaymentState): boolean => FOLLOWS[from].includes(to);

/** Throws if the table does not allow one of the transitions: a mistake in the code, not in the data. */
export const assertTransition = (from: readonly PaymentState[], to: PaymentState): void => {
  const wrong = from.find((state) => !mayFollow(state, to));
  if (wrong) throw new Error(`A payment that is ${wrong} never becomes ${to}`);
};

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
