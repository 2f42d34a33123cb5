import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  CreateGeodeBody,
  Geode as GeodeView,
  HistoryPage,
  ListAuditEntries,
  UpdateGeodeBody,
} from '@geodes/contracts';
import { AppError, Bus, inTransaction } from '@geodes/kit';
import { listAuditEntries, appendAuditEntry } from '@geodes/kit/audit-log';
import { queueAvailability, queueCatalogChange } from '../live/queue-live-events.js';
import { Reservation } from '../stock/reservation.entity.js';
import { OCCUPIES_UNIT } from '../stock/reservation-states.js';
import { availability } from './availability.js';
import { changedGeodeFields, newGeodeFields, stockChangedSince } from './geode-fields.js';
import { geodeHistoryFields } from './geode-history.js';
import { geodeNotFound } from './geode-lists.js';
import { CHANGE_TIME, Geode } from './geode.entity.js';
import { geodeView } from './geode-view.js';
import { insertGeodes, recordNew } from './insert-geodes.js';

/** What the owner does to geodes. Each change is told to the others once it is in the database. */
@Injectable()
export class GeodeInventory {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  async createGeode(body: CreateGeodeBody): Promise<GeodeView> {
    const fields = newGeodeFields(body);
    const id = randomUUID();
    const geode = await inTransaction(this.database, async (manager) => {
      const created = await insertGeodes(manager, [{ ...fields, id, origin: 'owner' }]);
      await recordNew(manager, created, 'created');
      await queueCatalogChange(manager, [id]);
      return manager.findOneByOrFail(Geode, { id });
    });
    this.tell([id]);
    return geodeView(geode);
  }

  /** Throws NOT_FOUND, and CHANGED where `quantity` comes with an `updatedAt` older than the last change of stock. */
  async updateGeode(id: string, changes: UpdateGeodeBody): Promise<GeodeView> {
    const { geode, changed } = await inTransaction(this.database, async (manager) => {
      const before = await this.locked(manager, id);
      if (stockChangedSince(before, changes)) throw changedMeanwhile();
      const fields = changedGeodeFields(before, changes);
      if (Object.keys(fields).length === 0) return { geode: before, changed: false };
      await manager.update(Geode, id, {
        ...fields,
        updatedAt: () => CHANGE_TIME,
        ...(fields.unitsAvailable === undefined ? {} : { stockChangedAt: () => CHANGE_TIME }),
        ...(availability(before) === 'sold' && fields.unitsAvailable ? { onSaleSince: () => CHANGE_TIME } : {}),
      });
      const geode = await manager.findOneByOrFail(Geode, { id });
      await appendAuditEntry(manager, {
        entity: 'geode',
        entityId: id,
        action: 'edited',
        before: geodeHistoryFields(before),
        after: geodeHistoryFields(geode),
      });
      await queueCatalogChange(manager, [id]);
      if (fields.unitsAvailable !== undefined) await queueAvailability(manager, [id]);
      return { geode, changed: true };
    });
    if (changed) this.tell([geode.id]);
    return geodeView(geode);
  }

  /** Throws NOT_FOUND; GEODE_IN_ORDER where a unit is in a checkout or was ever sold. */
  async deleteGeode(id: string): Promise<void> {
    const geode = await inTransaction(this.database, async (manager) => {
      const geode = await this.locked(manager, id);
      if (geode.unitsReserved > 0) throw inCheckout();
      if (await manager.existsBy(Reservation, { geodeId: id, state: OCCUPIES_UNIT })) throw inOrder();
      await manager.delete(Reservation, { geodeId: id });
      await manager.delete(Geode, id);
      const before = geodeHistoryFields(geode);
      await appendAuditEntry(manager, { entity: 'geode', entityId: id, action: 'deleted', before, after: null });
      await queueCatalogChange(manager, [id]);
      return geode;
    });
    this.tell([geode.id]);
  }

  /** What the owner did to a geode, newest first; also to one that is deleted. */
  listChanges(query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'geode', query);
  }

  private async locked(manager: EntityManager, id: string): Promise<Geode> {
    const geode = await manager.findOne(Geode, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!geode) throw geodeNotFound();
    return geode;
  }

  private tell(ids: string[]): void {
    if (ids.length > 0) this.bus.emit('catalog.changed', { ids });
  }
}

const changedMeanwhile = () =>
  new AppError('CHANGED', 'The stock of this geode changed meanwhile. Please look at it again before you set it.');
const inCheckout = () =>
  new AppError(
    'GEODE_IN_ORDER',
    'This geode is in a checkout right now and cannot be deleted. Please try again later.',
  );
const inOrder = () => new AppError('GEODE_IN_ORDER', 'This geode is part of an order and cannot be deleted.');
