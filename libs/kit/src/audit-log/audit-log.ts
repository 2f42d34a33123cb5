import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditEntry, AuditAction, HistoryPage, ListAuditEntries } from '@geodes/contracts';
import { requestContext } from '../request-context.js';
import { withRetry } from '../transaction.js';
import { type ChangedEntity, AuditEntryRow } from './audit-entry.entity.js';
import { changedFields, type KnownFields } from './changed-fields.js';

export { type ChangedEntity, AuditEntryRow, CREATE_AUDIT_LOG_TABLE } from './audit-entry.entity.js';
export type { KnownFields } from './changed-fields.js';

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
