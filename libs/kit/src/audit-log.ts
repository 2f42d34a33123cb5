import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AuditAction,
  type AuditEntry,
  type AuditValue,
  type ChangedField,
  cutText,
  type HistoryPage,
  type ListAuditEntries,
} from '@geodes/contracts';
import { Column, type DataSource, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import { requestContext } from './request-context.js';
import { withRetry } from './transaction.js';

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

/** One change of an entity. `before` is null if it was created, `after` if it was deleted. */
export interface NewAuditEntry {
  entity: ChangedEntity;
  entityId: string;
  action: AuditAction;
  before: KnownFields | null;
  after: KnownFields | null;
}

/**
 * Appends entries to the audit log in the caller's transaction. The session and request id come from the request
 * context. An edit that changed no field is skipped.
 */
export const appendAuditEntries = async (manager: EntityManager, changes: readonly NewAuditEntry[]): Promise<void> => {
  const session = requestContext.current()?.session ?? null;
  const requestId = requestContext.requestId();
  const rows = changes
    .map(({ entity, entityId, action, before, after }) => {
      const fields = changedFields(before, after);
      return { id: randomUUID(), entity, entityId, action, fields, session, requestId };
    })
    .filter(({ action, fields }) => action !== 'edited' || fields.length > 0);
  if (rows.length > 0) await manager.createQueryBuilder().insert().into(AuditEntryRow).values(rows).execute();
};

/** Appends one entry; see `appendAuditEntries`. */
export const appendAuditEntry = (manager: EntityManager, change: NewAuditEntry): Promise<void> =>
  appendAuditEntries(manager, [change]);

/** Lists one page of an entity's audit log, newest first. Throws UNAVAILABLE if the database is down. */
export const listAuditEntries = async (
  database: DataSource,
  entity: ChangedEntity,
  { id, page, limit }: ListAuditEntries,
): Promise<HistoryPage> => {
  const [rows, total] = await withRetry(() =>
    database.getRepository(AuditEntryRow).findAndCount({
      where: { entity, entityId: id },
      order: { changedAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    }),
  );
  return { changes: rows.map(entryView), page, limit, total, totalPages: Math.ceil(total / limit) };
};

const entryView = ({ id, changedAt, action, fields, session, requestId }: AuditEntryRow): AuditEntry => ({
  id,
  at: changedAt.toISOString(),
  action,
  fields,
  session,
  requestId,
});

/** Characters stored of a text. */
const MAX_TEXT_LENGTH = 300;
/** Characters stored before the first difference of two long texts. */
const CONTEXT_LENGTH = 40;
const MAX_LIST_LENGTH = 20;

/** The fields of an entity that the owner knows, by name. */
export type KnownFields = Readonly<Record<string, AuditValue>>;

/**
 * Compares an entity before and after a change. Returns the fields that differ, with values limited in size. If it was
 * created or deleted (`before` or `after` is null), empty fields are left out.
 */
export const changedFields = (before: KnownFields | null, after: KnownFields | null): ChangedField[] => {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...names].map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }));
  const isCreatedOrDeleted = before === null || after === null;
  return fields
    .filter((field) => !isDeepStrictEqual(field.before, field.after))
    .filter((field) => !(isCreatedOrDeleted && isEmpty(field.before) && isEmpty(field.after)))
    .map(truncate);
};

const isEmpty = (value: AuditValue): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

const truncate = ({ field, before, after }: ChangedField): ChangedField => {
  const from = typeof before === 'string' && typeof after === 'string' ? startOffset(before, after) : 0;
  return { field, before: cutValue(before, from), after: cutValue(after, from) };
};

const startOffset = (before: string, after: string): number => {
  if (before.length <= MAX_TEXT_LENGTH && after.length <= MAX_TEXT_LENGTH) return 0;
  let common = 0;
  while (common < before.length && before[common] === after[common]) common += 1;
  return cutText(before, Math.max(0, common - CONTEXT_LENGTH)).length;
};

const cutValue = (value: AuditValue, from: number): AuditValue => {
  if (typeof value === 'string') return excerpt(value, from);
  return Array.isArray(value) ? value.slice(0, MAX_LIST_LENGTH).map((text) => excerpt(text, 0)) : value;
};

const excerpt = (text: string, from: number): string => {
  const rest = text.slice(from);
  const cut = cutText(rest, MAX_TEXT_LENGTH);
  return `${from > 0 ? '…' : ''}${cut}${cut === rest ? '' : '…'}`;
};
