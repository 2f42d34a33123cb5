import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { Change, ChangeAction, HistoryPage, ListChanges } from '@geodes/contracts';
import { requestContext } from '../request-context.js';
import { retried } from '../transaction.js';
import { type ChangedEntity, ChangeRow } from './change-row.entity.js';
import { changedFields, type KnownFields } from './changed-fields.js';

export { type ChangedEntity, ChangeRow, CREATE_CHANGE_TABLE } from './change-row.entity.js';
export type { KnownFields } from './changed-fields.js';

/** A change of something: what it was (null where it is new), and what it is now (null where it is gone). */
export interface ChangeToRecord {
  entity: ChangedEntity;
  entityId: string;
  action: ChangeAction;
  before: KnownFields | null;
  after: KnownFields | null;
}

/**
 * Writes changes into the history, in the caller's transaction; who made them stands in the request's context. An edit
 * that changed nothing leaves no trace.
 */
export const recordChanges = async (manager: EntityManager, changes: readonly ChangeToRecord[]): Promise<void> => {
  const session = requestContext.current()?.session ?? null;
  const requestId = requestContext.requestId();
  const rows = changes
    .map(({ entity, entityId, action, before, after }) => {
      const fields = changedFields(before, after);
      return { id: randomUUID(), entity, entityId, action, fields, session, requestId };
    })
    .filter(({ action, fields }) => action !== 'edited' || fields.length > 0);
  if (rows.length > 0) await manager.createQueryBuilder().insert().into(ChangeRow).values(rows).execute();
};

/** As `recordChanges`, of one thing. */
export const recordChange = (manager: EntityManager, change: ChangeToRecord): Promise<void> =>
  recordChanges(manager, [change]);

/** One page of a thing's history, newest first; empty where there is none. */
export const listChanges = async (
  database: DataSource,
  entity: ChangedEntity,
  { id, page, limit }: ListChanges,
): Promise<HistoryPage> => {
  const [rows, total] = await retried(() =>
    database.getRepository(ChangeRow).findAndCount({
      where: { entity, entityId: id },
      order: { changedAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    }),
  );
  return { changes: rows.map(changeView), page, limit, total, totalPages: Math.ceil(total / limit) };
};

const changeView = ({ id, changedAt, action, fields, session, requestId }: ChangeRow): Change => ({
  id,
  at: changedAt.toISOString(),
  action,
  fields,
  session,
  requestId,
});
