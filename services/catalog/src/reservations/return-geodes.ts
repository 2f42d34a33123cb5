import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { ReturnGeodes as ReturnGeodesCommand } from '@geodes/contracts';
import { AppError, Bus, failpoint, inTransaction } from '@geodes/kit';
import { availability } from '../geodes/availability.js';
import { Geode } from '../geodes/geode.entity.js';
import { lockGeodes, lockOrder } from '../units/locks.js';
import { auditUnits, moveUnits } from '../units/move-units.js';
import { Reservation } from '../units/reservation.entity.js';

/** Puts sold units of a refunded order on sale again. */
@Injectable()
export class ReturnGeodes {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Returns the order's sold units of these geodes to sale, each once however often it is called. Throws CHANGED while
   * the sale is not applied yet.
   */
  async execute({ orderId, geodeIds }: ReturnGeodesCommand): Promise<{ returned: string[] }> {
    const returned = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      const reservations = await manager.findBy(Reservation, { orderId, geodeId: In(geodeIds) });
      if (reservations.some(({ state }) => state === 'reserved')) throw saleNotApplied();
      const sold = reservations.filter(({ state }) => state === 'sold');
      const ids = sold.map(({ geodeId }) => geodeId);
      if (ids.length === 0) return [];
      await lockGeodes(manager, ids);
      const geodes = await manager.findBy(Geode, { id: In(ids) });
      await manager.update(
        Reservation,
        { id: In(sold.map(({ id }) => id)) },
        { state: 'returned', updatedAt: () => 'statement_timestamp()' },
      );
      await moveUnits(manager, ids, 'units_sold', 'units_available');
      const soldOut = geodes.filter((geode) => availability(geode) === 'sold').map(({ id }) => id);
      await manager.update(Geode, { id: In(soldOut) }, { onSaleSince: () => 'updated_at' });
      await auditUnits(manager, geodes, 1);
      await failpoint('catalog.return.inside');
      return ids;
    });
    await failpoint('catalog.return.after');
    if (returned.length > 0) this.bus.emit('catalog.changed', { ids: returned });
    return { returned };
  }
}

const saleNotApplied = () => new AppError('CHANGED', 'The sale of this order is not recorded in the catalogue yet.');
