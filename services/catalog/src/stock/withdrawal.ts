import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { WithdrawnStones, WithdrawStones } from '@geodes/contracts';
import { Bus, inTransaction } from '@geodes/kit';
import { recordChanges } from '@geodes/kit/change-log';
import { geodeHistoryFields } from '../geodes/geode-history.js';
import { CHANGE_TIME, Geode } from '../geodes/geode.entity.js';
import { tellAvailability, tellCatalog } from '../live/tell-live.js';

/** Takes stones off sale that were sold in a time which the books have forgotten. */
@Injectable()
export class Withdrawal {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /** One unit of each, where one is on sale; the owner sees it in their history and can put them back. */
  async withdraw({ stones }: WithdrawStones): Promise<WithdrawnStones> {
    const { named, changed } = await inTransaction(this.database, async (manager) => {
      const named = await manager.query<{ id: string; title: string }[]>(
        `SELECT id, title FROM geode JOIN unnest($1::text[]) AS stone
             ON id BETWEEN (stone || '-0000-0000-0000-000000000000')::uuid AND (stone || '-ffff-ffff-ffff-ffffffffffff')::uuid
          ORDER BY id FOR UPDATE OF geode`,
        [stones],
      );
      const of = (ids: string[]) => manager.find(Geode, { where: { id: In(ids) }, order: { id: 'ASC' } });
      const before = (await of(named.map(({ id }) => id))).filter(({ unitsAvailable }) => unitsAvailable > 0);
      const changed = before.map(({ id }) => id);
      if (changed.length === 0) return { named, changed };
      await manager.query(
        `UPDATE geode SET units_available = units_available - 1, updated_at = ${CHANGE_TIME}, stock_changed_at = ${CHANGE_TIME}
          WHERE id = ANY($1)`,
        [changed],
      );
      const after = await of(changed);
      await recordChanges(
        manager,
        before.map((geode, index) => ({
          entity: 'geode' as const,
          entityId: geode.id,
          action: 'edited' as const,
          before: geodeHistoryFields(geode),
          after: geodeHistoryFields(after[index] ?? geode),
        })),
      );
      await tellCatalog(manager, changed);
      await tellAvailability(manager, changed);
      return { named, changed };
    });
    if (changed.length > 0) this.bus.emit('catalog.changed', { ids: changed });
    return { stones: named };
  }
}
