import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the shop asked Square for one partial refund. */
@Entity('refund_request')
export class RefundRequest {
  /** The order's id of the refund, and Square's idempotency key. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'refund_request_pkey' })
  id!: string;

  /** Until then a request may be on its way to Square, and no other one is sent. */
  @Column({ type: 'timestamptz', name: 'in_flight_until', precision: 3 })
  inFlightUntil!: Date;

  /** Square's words, if it refused the refund. No request follows. */
  @Column('text', { nullable: true })
  refusal!: string | null;
}
