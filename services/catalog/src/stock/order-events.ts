import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { Bus, failpoint, inTransaction } from '@geodes/kit';
import { closeReservations } from './close-reservations.js';
import { markHoldsBought } from './hold-store.js';
import { lockOrder } from './order-lock.js';
import { Reservation } from './reservation.entity.js';
import { mayBecome } from './reservation-states.js';

/** Turns what happened to orders into stock: a paid order's reservations are sales. */
@Injectable()
export class OrderEvents {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Applies a fact once, however often it comes, then tells the orders service so.
   * Throws where the order's reservations are not there or were given back: somebody has to look at it; and where the
   * confirmation did not arrive, so that it is tried again.
   */
  async apply({ eventId, orderId, type }: OrderEvent): Promise<void> {
    await failpoint('catalog.event.before');
    const changed = await inTransaction(this.database, async (manager) => {
      await lockOrder(manager, orderId);
      if (!(await this.isNew(manager, eventId, type))) return [];
      const reservations = await manager.findBy(Reservation, { orderId });
      if (reservations.length === 0) throw new Error(`${type}: order ${orderId} has no reservation`);
      return type === 'order.paid' ? this.sell(manager, reservations) : this.archive(manager, reservations);
    });
    await failpoint('catalog.event.after');
    if (changed.length > 0) this.bus.emit('catalog.changed', { ids: changed });
    await this.bus.call('orders.ack-event', { eventId });
  }

  private async isNew(manager: EntityManager, eventId: string, type: OrderEvent['type']): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'INSERT INTO handled_fact (event_id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
      [eventId, type],
    );
    return rows.length > 0;
  }

  private async sell(manager: EntityManager, reservations: Reservation[]): Promise<string[]> {
    const unsold = reservations.filter(({ state }) => state !== 'sold');
    const wrong = unsold.find(({ state }) => !mayBecome(state, 'sold'));
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
