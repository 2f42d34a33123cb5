import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Payment } from './payment.entity.js';

/** A refund of one of the shop's payments, by the shop or by the owner in Square. */
@Entity('refund')
@Index('refund_noted_at', ['notedAt', 'id'])
export class Refund {
  /** Square's id of the refund. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'refund_pkey' })
  id!: string;

  /** The attempt's id. */
  @Column('uuid', { name: 'payment_id' })
  @Index('refund_payment_id')
  paymentId!: string;

  @ManyToOne(() => Payment, { nullable: false })
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'refund_payment_fkey' })
  payment?: Payment;

  /** Square's id of the payment: the attempt's own, or a second payment of the attempt that was refunded. */
  @Column('text', { name: 'square_payment_id' })
  @Index('refund_square_payment_id')
  squarePaymentId!: string;

  /** US cents. */
  @Column('integer', { name: 'amount_cents' })
  amountCents!: number;

  /** Square's status: PENDING, COMPLETED, REJECTED or FAILED. */
  @Column('text')
  status!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Square's time. Events arrive in any order: the newer state wins. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  /** When this row last changed, by the database's clock: the cursor of `refundedSince`. */
  @Column({ type: 'timestamptz', name: 'noted_at', precision: 3, default: () => 'clock_timestamp()' })
  notedAt!: Date;
}
