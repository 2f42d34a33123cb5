import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { dollars, type OwnRefund } from '@geodes/contracts';

/** `requested`: recorded, but it is unknown whether Square has it. The others are Square's, `failed` also its refusal. */
type RefundState = 'requested' | 'pending' | 'completed' | 'failed';

/** The owner's refunds that still need a call: to Square, or to catalog to put units on sale again. */
export const OPEN_REFUND = `idempotency_key IS NOT NULL AND (state IN ('requested', 'pending')
  OR (state = 'completed' AND restock <> '{}' AND returned_at IS NULL))`;

/** A refund of an order's payment, which the owner began in the panel or in Square. */
@Entity('order_refund')
@Index('order_refund_open', ['nextTryAt'], { where: OPEN_REFUND })
@Check('order_refund_amount', 'amount_cents > 0')
@Check('order_refund_state', "state IN ('requested', 'pending', 'completed', 'failed')")
@Check('order_refund_square', "state IN ('requested', 'failed') OR square_refund_id IS NOT NULL")
export class OrderRefund {
  /** Also Square's idempotency key. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'order_refund_pkey' })
  id!: string;

  @Index('order_refund_of_order')
  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  /** Null if it was made in Square. */
  @Index('order_refund_key', { unique: true })
  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey!: string | null;

  @Index('order_refund_at_square', { unique: true })
  @Column('text', { name: 'square_refund_id', nullable: true })
  squareRefundId!: string | null;

  @Column('integer', { name: 'amount_cents' })
  amountCents!: number;

  @Column('text', { nullable: true })
  reason!: string | null;

  /** Geodes whose units return to sale once it is completed. */
  @Column('uuid', { array: true, default: () => "'{}'" })
  restock!: string[];

  @Column('text')
  state!: RefundState;

  /** Why it failed, in Square's words. */
  @Column('text', { nullable: true })
  message!: string | null;

  @Column('integer', { default: 0 })
  tries!: number;

  @Column({ type: 'timestamptz', name: 'next_try_at', precision: 3, default: () => 'now()' })
  nextTryAt!: Date;

  /** When catalog had put the units on sale again. */
  @Column({ type: 'timestamptz', name: 'returned_at', nullable: true, precision: 3 })
  returnedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}

/** The view for the owner of a refund that Square does not have. */
export const ownRefund = ({ id, amountCents, state, message, createdAt }: OrderRefund): OwnRefund => ({
  id,
  amount: dollars(amountCents),
  status: state === 'failed' ? 'failed' : 'pending',
  message,
  createdAt: createdAt.toISOString(),
});
