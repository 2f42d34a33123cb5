import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { Bus, failpoint, inTransaction } from '@geodes/kit';
import { markHoldsBought } from '../holds/hold-store.js';
import { lockOrder } from '../units/locks.js';
import { closeReservations } from '../units/move-units.js';
import { canBecome, Reservation } from '../units/reservation.entity.js';

/** Applies order events to reservations: `order.paid` sells them, `order.archived` marks them archived. */
@Injectable()
export class OrderEvents {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Applies an event once, even if it is delivered again, and then confirms it to the orders service. Throws if a paid order
   * has no reservations or they were released, which an operator has to look at. Also throws if the confirmation fails, so
   * that the queue retries.
   */
  async apply({ eventId, orderId, type }: OrderEvent): Promise<void> {
    const changed = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      if (!(await this.recordEvent(manager, eventId, type))) return [];
      const reservations = await manager.findBy(Reservation, { orderId });
      if (type === 'order.archived') return this.archive(manager, reservations);
      if (reservations.length === 0) throw new Error(`${type}: order ${orderId} has no reservation`);
      return this.sell(manager, reservations);
    });
    await failpoint('catalog.event.after');
    if (changed.length > 0) this.bus.emit('catalog.changed', { ids: changed });
    await this.bus.call('orders.ack-event', { eventId });
  }

  /** Returns false if the event was applied before. */
  private async recordEvent(manager: EntityManager, eventId: string, type: OrderEvent['type']): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'INSERT INTO handled_fact (event_id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
      [eventId, type],
    );
    return rows.length > 0;
  }

  private async sell(manager: EntityManager, reservations: Reservation[]): Promise<string[]> {
    const unsold = reservations.filter(({ state }) => state !== 'sold');
    const wrong = unsold.find(({ state }) => !canBecome(state, 'sold'));
    if (wrong)
      throw new Error(`order.paid: geode ${wrong.geodeId} of order ${wrong.orderId} is ${wrong.state}, not reserved`);
    const ids = await closeReservations(manager, unsold, 'sold');
    await markHoldsBought(manager, unsold);
    await failpoint('catalog.sale.inside');
    return ids;
  }

  private async archive(manager: EntityManager, reservations: Reservation[]): Promise<string[]> {
    const archived = { archivedAt: () => 'statement_timestamp()' };
    await manager.update(Reservation, { id: In(reservations.map(({ id }) => id)) }, archived);
    await failpoint('catalog.archive.inside');
    return [];
  }
}
