import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction, ChangedField } from '@geodes/contracts';

/** Entities that have an audit log. */
export type ChangedEntity = 'geode' | 'showcase-item' | 'order' | 'shop-details';

/**
 * Who changed what and when. Each service with an audit log has this table in its own database. It writes the entry in
 * the transaction of the change.
 */
@Entity('change')
@Index('change_by_entity', ['entity', 'entityId', 'changedAt'])
export class AuditEntryRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'change_pkey' })
  id!: string;

  @Column('text')
  entity!: ChangedEntity;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text')
  action!: AuditAction;

  @Column('jsonb')
  fields!: ChangedField[];

  /** The label of the owner's session; null if no session requested the change. */
  @Column('text', { nullable: true })
  session!: string | null;

  @Column('text', { name: 'request_id' })
  requestId!: string;

  /** The insert's time, not the transaction's start, because changes of one entity wait for each other. */
  @Column('timestamp with time zone', { name: 'changed_at', default: () => 'clock_timestamp()' })
  changedAt!: Date;
}

/** SQL for the migrations of services with an audit log. */
export const CREATE_AUDIT_LOG_TABLE = `
  CREATE TABLE change (
    id uuid NOT NULL,
    entity text NOT NULL,
    entity_id uuid NOT NULL,
    action text NOT NULL,
    fields jsonb NOT NULL,
    session text,
    request_id text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT change_pkey PRIMARY KEY (id)
  );
  CREATE INDEX change_by_entity ON change (entity, entity_id, changed_at);
`;
