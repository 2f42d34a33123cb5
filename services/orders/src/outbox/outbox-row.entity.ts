import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderFact } from '@geodes/contracts';

/** A fact that another service must learn. Written in the transaction that makes it true; done when it was applied. */
@Entity('outbox')
@Index('outbox_fact', ['orderId', 'type'], { unique: true })
@Index('outbox_waiting', ['createdAt'], { where: 'done_at IS NULL' })
export class OutboxRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  type!: OrderFact['type'];

  @Column('uuid', { name: 'order_id' })
  orderId!: string;

  /** How often it was put into the queue; part of the job's id, because a queue ignores an id it knows. */
  @Column('integer', { name: 'enqueue_count', default: 0 })
  enqueueCount!: number;

  /** Null: put it into the queue now. */
  @Column({ type: 'timestamptz', name: 'enqueue_after', nullable: true, precision: 3 })
  enqueueAfter!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'done_at', nullable: true, precision: 3 })
  doneAt!: Date | null;
}
