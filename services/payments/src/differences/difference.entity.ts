import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { DifferenceState } from '@geodes/contracts';

/** Kinds that the shop has repaired. */
export type RepairedKind = 'authorised' | 'captured' | 'voided' | 'cancelled' | 'refunded';

/** Kinds that only the owner can settle. */
export type ReportedKind =
  'unknown-attempt' | 'amount' | 'not-captured' | 'missing' | 'refund-failed' | 'account-refused';

export type DifferenceKind = RepairedKind | ReportedKind;

/** A difference between Square's ledger and the shop's records: one row per subject and kind, whichever instance finds it. */
@Entity('difference')
@Check('difference_state_known', `state IN ('open', 'seen', 'mended')`)
@Index('difference_subject', ['subject', 'kind'], { unique: true })
@Index('difference_open', ['squarePaymentId'], { where: `state = 'open'` })
export class Difference {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'difference_pkey' })
  id!: string;

  @Column('text')
  kind!: DifferenceKind;

  /** Square's id of the payment or refund that differs. For a refusal of the shop's account, Square's code. */
  @Column('text')
  subject!: string;

  /** Null if Square created no payment. */
  @Column('text', { name: 'square_payment_id', nullable: true })
  squarePaymentId!: string | null;

  @Column('uuid', { name: 'attempt_id' })
  attemptId!: string;

  @Column('uuid', { name: 'order_id', nullable: true })
  orderId!: string | null;

  /** Square's amount in the smallest unit of the currency. */
  @Column('integer', { name: 'amount_cents' })
  amountCents!: number;

  @Column('text')
  currency!: string;

  /** The amount that the shop requested, if it differs. */
  @Column('integer', { name: 'expected_cents', nullable: true })
  expectedCents!: number | null;

  /** The shop's note on the payment. For a refusal, Square's text. */
  @Column('text', { nullable: true })
  note!: string | null;

  @Column('text')
  state!: DifferenceState;

  @CreateDateColumn({ name: 'seen_at', type: 'timestamptz' })
  @Index('difference_seen_at')
  seenAt!: Date;
}
