import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';

/** An order event that was applied, so that a repeated delivery is not. */
@Entity('handled_fact')
export class ProcessedEvent {
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'handled_fact_pkey' })
  eventId!: string;

  @Column('text')
  type!: OrderEvent['type'];

  @Column('timestamp with time zone', { name: 'handled_at', precision: 3, default: () => 'now()' })
  handledAt!: Date;
}
