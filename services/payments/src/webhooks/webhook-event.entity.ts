import { CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event of Square that was taken; a second delivery of it is ignored. */
@Entity('webhook_event')
export class WebhookEvent {
  @PrimaryColumn('text', { name: 'event_id', primaryKeyConstraintName: 'webhook_event_pkey' })
  eventId!: string;

  @CreateDateColumn({ name: 'received_at', type: 'timestamptz' })
  @Index('webhook_event_received_at')
  receivedAt!: Date;
}
