import { type EntityManager, In } from 'typeorm';
import type { AuditAction } from '@geodes/contracts';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import { geodeHistoryFields } from './geode-history.js';
import { Geode } from './geode.entity.js';

/** Adds geodes; one whose id is there already is left as it is. The ids that were not there before. */
export const insertGeodes = async (manager: EntityManager, rows: Partial<Geode>[]): Promise<string[]> => {
  if (rows.length === 0) return [];
  const insert = manager.createQueryBuilder().insert().into(Geode).values(rows).orIgnore();
  const { raw } = await insert.returning('id').execute();
  return (raw as { id: string }[]).map(({ id }) => id);
};

/** Writes into the history how these geodes came. */
export const recordNew = async (
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
