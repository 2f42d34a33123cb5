import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Payment } from '../payments/payment.entity.js';

/** Money that went back for one of our attempts, whoever gave it back. */
@Entity('refund')
@Index('refund_noted_at', ['notedAt', 'id'])
export class Refund {
  /** Square's id of the refund. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'refund_pkey' })
  id!: string;

  /** The attempt. */
  @Column('uuid', { name: 'payment_id' })
  @Index('refund_payment_id')
  paymentId!: string;

  @ManyToOne(() => Payment, { nullable: false })
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'refund_payment_fkey' })
  payment?: Payment;

  /** Square's id of the payment: that of the attempt, or a second one of it that was given back. */
  @Column('text', { name: 'square_payment_id' })
  @Index('refund_square_payment_id')
  squarePaymentId!: string;

  /** US cents. */
  @Column('integer', { name: 'amount_cents' })
  amountCents!: number;

  /** Square's word: PENDING, COMPLETED, REJECTED or FAILED. */
  @Column('text')
  status!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Square's clock: events come in any order, the younger one wins. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  /** When this database learnt what it knows of it: readers go on from there. */
  @Column({ type: 'timestamptz', name: 'noted_at', precision: 3, default: () => 'clock_timestamp()' })
  notedAt!: Date;
}
