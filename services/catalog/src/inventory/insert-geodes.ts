import { type EntityManager, In } from 'typeorm';
import type { AuditAction } from '@geodes/contracts';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import { geodeHistoryFields } from '../geodes/geode-view.js';
import { Geode } from '../geodes/geode.entity.js';

/** Inserts geodes, except those whose id exists. Returns the ids inserted. */
export const insertGeodes = async (manager: EntityManager, rows: Partial<Geode>[]): Promise<string[]> => {
  if (rows.length === 0) return [];
  const insert = manager.createQueryBuilder().insert().into(Geode).values(rows).orIgnore();
  const { raw } = await insert.returning('id').execute();
  return (raw as { id: string }[]).map(({ id }) => id);
};

/** Records in the history of new geodes how they were added. */
export const auditNewGeodes = async (
  manager: EntityManager,
  ids: string[],
  action: Extract<AuditAction, 'created' | 'imported'>,
): Promise<void> => {
  const geodes = await manager.findBy(Geode, { id: In(ids) });
  await appendAuditEntries(
    manager,
    geodes.map((geode) => ({
      entity: 'geode',
      entityId: geode.id,
      action,
      before: null,
      after: geodeHistoryFields(geode),
    })),
  );
};
