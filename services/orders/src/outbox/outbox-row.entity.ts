import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';

/**
 * An event that another service must apply, written in the transaction that it reports. It is done once it was applied;
 * one that cannot be applied stays here until the operator retries or drops it.
 */
@Entity('outbox')
@Index('outbox_fact', ['orderId', 'type'], { unique: true })
@Index('outbox_open', ['createdAt'], { where: 'done_at IS NULL AND dropped_at IS NULL' })
@Check('outbox_failed', 'failed_at IS NULL OR (done_at IS NULL AND dropped_at IS NULL)')
@Check('outbox_dropped', 'num_nonnulls(dropped_at, dropped_by, dropped_reason) IN (0, 3)')
export class OutboxRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  type!: OrderEvent['type'];

  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  /** How often it was enqueued. */
  @Column('integer', { name: 'enqueue_count', default: 0 })
  enqueueCount!: number;

  /** Null: enqueue it now. */
  @Column({ type: 'timestamptz', name: 'enqueue_after', nullable: true, precision: 3 })
  enqueueAfter!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** How often its consumer failed to apply it; outages do not count. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** Reason of the last failure, outages included. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;

  @Column({ type: 'timestamptz', name: 'last_failed_at', nullable: true, precision: 3 })
  lastFailedAt!: Date | null;

  /** Failed too often: not enqueued again until the operator retries it. */
  @Column({ type: 'timestamptz', name: 'failed_at', nullable: true, precision: 3 })
  failedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'dropped_at', nullable: true, precision: 3 })
  droppedAt!: Date | null;

  @Column('text', { name: 'dropped_by', nullable: true })
  droppedBy!: string | null;

  @Column('text', { name: 'dropped_reason', nullable: true })
  droppedReason!: string | null;

  @Column({ type: 'timestamptz', name: 'done_at', nullable: true, precision: 3 })
  doneAt!: Date | null;

  /** W3C traceparent of the transaction that wrote it; null if that was not traced. */
  @Column('text', { nullable: true })
  traceparent!: string | null;
}
