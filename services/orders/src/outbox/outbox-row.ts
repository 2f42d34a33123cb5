import { randomUUID } from 'node:crypto';
import { Check, Column, CreateDateColumn, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { traceparent } from '@geodes/kit';
import { retryDelaySql } from './retry-policy.js';

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

/** The columns of an outbox row that its job needs. */
export interface NewEvent {
  id: string;
  type: OrderEvent['type'];
  order_id: string;
  enqueue_count: number;
  traceparent: string | null;
}

export const newEvent = (type: OrderEvent['type'], orderId: string): NewEvent => ({
  id: randomUUID(),
  type,
  order_id: orderId,
  enqueue_count: 1,
  traceparent: traceparent() ?? null,
});

/**
 * Returns SQL that inserts events from rows of id, type, order id and traceparent; each type at most once per order.
 * They count as enqueued: the caller publishes them after its commit, and the relay retries a lost publication.
 */
export const insertEvents = (rows: string): string =>
  `INSERT INTO outbox (id, type, order_id, traceparent, enqueue_count, enqueue_after)
   SELECT row.*, 1, now() + ${retryDelaySql('1')} FROM (${rows}) AS row
   ON CONFLICT (order_id, type) DO NOTHING`;

/**
 * Inserts an event in the caller's transaction, to be published after it. Returns undefined if it was inserted before.
 */
export const appendOutboxEvent = async (
  manager: EntityManager,
  type: OrderEvent['type'],
  orderId: string,
): Promise<NewEvent | undefined> => {
  const event = newEvent(type, orderId);
  const rows: unknown[] = await manager.query(
    `${insertEvents('SELECT $1::uuid, $2::text, $3::uuid, $4::text')} RETURNING id`,
    [event.id, type, orderId, event.traceparent],
  );
  return rows.length > 0 ? event : undefined;
};
