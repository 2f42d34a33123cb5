import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type HistoryPage, type ListAuditEntries, SHOP_DETAILS_ID, type ShopDetails } from '@geodes/contracts';
import { Bus, inTransaction, withRetry } from '@geodes/kit';
import { appendAuditEntry, listAuditEntries } from '@geodes/kit/audit-log';
import { ShopDetailsRow, shopDetailsView } from './shop-details.entity.js';

/** Stores what the owner says about the shop. */
@Injectable()
export class ShopDetailsService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Returns the details that the owner has set. */
  async read(): Promise<ShopDetails> {
    const row = await withRetry(() => this.database.getRepository(ShopDetailsRow).findOneBy({ isOnly: true }));
    return row ? shopDetailsView(row) : {};
  }

  /** Changes the given details and returns all that are set. */
  async set(changes: ShopDetails): Promise<ShopDetails> {
    const details = await inTransaction(this.database, async (manager) => {
      await manager.createQueryBuilder().insert().into(ShopDetailsRow).values({ isOnly: true }).orIgnore().execute();
      const row = await manager.findOneOrFail(ShopDetailsRow, {
        where: { isOnly: true },
        lock: { mode: 'pessimistic_write' },
      });
      const before = shopDetailsView(row);
      const after = shopDetailsView(await manager.save(manager.merge(ShopDetailsRow, row, changes)));
      await appendAuditEntry(manager, {
        entity: 'shop-details',
        entityId: SHOP_DETAILS_ID,
        action: 'edited',
        before: { ...before },
        after: { ...after },
      });
      return after;
    });
    this.bus.emit('catalog.changed', { ids: [SHOP_DETAILS_ID] });
    return details;
  }

  /** Lists the owner's changes, newest first. */
  listChanges(query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'shop-details', query);
  }
}
