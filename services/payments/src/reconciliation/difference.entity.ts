import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { DifferenceState } from '@geodes/contracts';
import type { DifferenceKind } from './difference-texts.js';

/** A difference between Square's ledger and ours: once for each thing and kind, whichever instance came upon it. */
@Entity('difference')
@Check('difference_state_known', `state IN ('open', 'seen', 'mended')`)
@Index('difference_subject', ['subject', 'kind'], { unique: true })
@Index('difference_open', ['squarePaymentId'], { where: `state = 'open'` })
export class Difference {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'difference_pkey' })
  id!: string;

  @Column('text')
  kind!: DifferenceKind;

  /** Square's id of what differs, a payment or one refund of it; or Square's code where it refuses the shop's account. */
  @Column('text')
  subject!: string;

  /** Null where Square made no payment. */
  @Column('text', { name: 'square_payment_id', nullable: true })
  squarePaymentId!: string | null;

  @Column('uuid', { name: 'attempt_id' })
  attemptId!: string;

  @Column('uuid', { name: 'order_id', nullable: true })
  orderId!: string | null;

  /** As Square has it, in the smallest unit of the currency. */
  @Column('integer', { name: 'amount_cents' })
  amountCents!: number;

  @Column('text')
  currency!: string;

  /** What the shop asked for, where that is another amount. */
  @Column('integer', { name: 'expected_cents', nullable: true })
  expectedCents!: number | null;

  /** What the shop once wrote on the payment; of a refusal Square's words. */
  @Column('text', { nullable: true })
  note!: string | null;

  @Column('text')
  state!: DifferenceState;

  @CreateDateColumn({ name: 'seen_at', type: 'timestamptz' })
  @Index('difference_seen_at')
  seenAt!: Date;
}
