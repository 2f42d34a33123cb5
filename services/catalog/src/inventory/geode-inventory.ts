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
import { availability } from '../geodes/availability.js';
import { geodeNotFound } from '../geodes/geode-lists.js';
import { geodeHistoryFields, geodeView } from '../geodes/geode-view.js';
import { CHANGE_TIME, Geode } from '../geodes/geode.entity.js';
import { queueAvailability, queueCatalogChange } from '../live/queue-live-events.js';
import { OCCUPIES_UNIT } from '../units/reservation-states.js';
import { Reservation } from '../units/reservation.entity.js';
import { changedGeodeFields, newGeodeFields, stockChangedSince } from './geode-edits.js';
import { auditNewGeodes, insertGeodes } from './insert-geodes.js';

/** Creates, edits and deletes geodes for the owner. Emits `catalog.changed` after each commit. */
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
      await auditNewGeodes(manager, created, 'created');
      await queueCatalogChange(manager, [id]);
      return manager.findOneByOrFail(Geode, { id });
    });
    this.emitChanged([id]);
    return geodeView(geode);
  }

  /** Throws NOT_FOUND, and CHANGED if `quantity` comes with an `updatedAt` older than the last change of stock. */
  async updateGeode(id: string, changes: UpdateGeodeBody): Promise<GeodeView> {
    const { geode, changed } = await inTransaction(this.database, async (manager) => {
      const before = await this.lockGeode(manager, id);
      if (stockChangedSince(before, changes)) throw stockChanged();
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
    if (changed) this.emitChanged([geode.id]);
    return geodeView(geode);
  }

  /** Throws NOT_FOUND, and GEODE_IN_ORDER if a unit is held, reserved or sold. */
  async deleteGeode(id: string): Promise<void> {
    const geode = await inTransaction(this.database, async (manager) => {
      const geode = await this.lockGeode(manager, id);
      if (geode.unitsReserved > 0) throw inCheckout();
      if (await manager.existsBy(Reservation, { geodeId: id, state: OCCUPIES_UNIT })) throw inOrder();
      await manager.delete(Reservation, { geodeId: id });
      await manager.delete(Geode, id);
      const before = geodeHistoryFields(geode);
      await appendAuditEntry(manager, { entity: 'geode', entityId: id, action: 'deleted', before, after: null });
      await queueCatalogChange(manager, [id]);
      return geode;
    });
    this.emitChanged([geode.id]);
  }

  /** Lists the owner's changes to a geode, newest first, even if the geode is deleted. */
  listChanges(query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'geode', query);
  }

  /** Counts the geodes of the demo catalogue that are not sold out. */
  countDemoGeodes(): Promise<number> {
    return this.database.getRepository(Geode).countBy({ origin: 'demo', isUnsold: true });
  }

  private async lockGeode(manager: EntityManager, id: string): Promise<Geode> {
    const geode = await manager.findOne(Geode, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!geode) throw geodeNotFound();
    return geode;
  }

  private emitChanged(ids: string[]): void {
    this.bus.emit('catalog.changed', { ids });
  }
}

const stockChanged = () =>
  new AppError('CHANGED', 'The stock of this geode changed meanwhile. Please look at it again before you set it.');
const inCheckout = () =>
  new AppError(
    'GEODE_IN_ORDER',
    'This geode is in a checkout right now and cannot be deleted. Please try again later.',
  );
const inOrder = () => new AppError('GEODE_IN_ORDER', 'This geode is part of an order and cannot be deleted.');
