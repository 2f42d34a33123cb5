import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import type {
  AuditAction,
  CreateGeodeBody,
  Geode as GeodeView,
  HistoryPage,
  ListAuditEntries,
  ScheduleGeodes,
  UpdateGeodeBody,
} from '@geodes/contracts';
import { AppError, badRequest, Bus, inTransaction } from '@geodes/kit';
import { appendAuditEntries, listAuditEntries } from '@geodes/kit/audit-log';
import { availability } from '../geodes/availability.js';
import { geodeNotFound } from '../geodes/geode-lists.js';
import { geodeEntry, inventoryView } from '../geodes/geode-view.js';
import { CHANGE_TIME, Geode } from '../geodes/geode.entity.js';
import { queueAvailability, queueCatalogChange } from '../live/live.service.js';
import { Reservation } from '../units/reservation.entity.js';
import { changedGeodeFields, type GeodeFields, newGeodeFields, stockChangedSince } from './geode-edits.js';

/** Creates, edits and deletes geodes for the owner. Emits `catalog.changed` after each commit. */
@Injectable()
export class GeodeInventory {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  async createGeode(body: CreateGeodeBody): Promise<GeodeView> {
    const id = randomUUID();
    const row = { ...newGeodeFields(body), id };
    const geode = await inTransaction(this.database, async (manager) => {
      await addGeodes(manager, [row], 'created');
      return manager.findOneByOrFail(Geode, { id });
    });
    this.emitChanged([id]);
    return inventoryView(geode);
  }

  /** Throws NOT_FOUND, and CHANGED if `quantity` comes with an `updatedAt` older than the last change of stock. */
  async updateGeode(id: string, changes: UpdateGeodeBody): Promise<GeodeView> {
    const { geode, changed } = await inTransaction(this.database, async (manager) => {
      const before = await this.lockGeode(manager, id);
      if (stockChangedSince(before, changes)) throw stockChanged();
      const changed = await this.edit(manager, [before], changes);
      return { geode: await manager.findOneByOrFail(Geode, { id }), changed };
    });
    if (changed.length > 0) this.emitChanged(changed);
    return inventoryView(geode);
  }

  /** Sets when geodes go on sale, and whether they are drafts: all or none. Throws NOT_FOUND. Returns how many changed. */
  async scheduleGeodes({ ids, ...changes }: ScheduleGeodes): Promise<{ changed: number }> {
    if (changes.availableFrom === undefined && changes.isDraft === undefined)
      throw badRequest({ field: 'availableFrom', reason: 'Please choose a moment, or whether they are drafts.' });
    const changed = await inTransaction(this.database, async (manager) =>
      this.edit(manager, await this.lockGeodes(manager, ids), changes),
    );
    if (changed.length > 0) this.emitChanged(changed);
    return { changed: changed.length };
  }

  /** Throws NOT_FOUND, and GEODE_IN_ORDER if a unit is held, reserved or was sold, also if its money went back. */
  async deleteGeode(id: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const geode = await this.lockGeode(manager, id);
      if (geode.unitsReserved > 0) throw inCheckout();
      if (await manager.existsBy(Reservation, { geodeId: id, state: Not('released') })) throw inOrder();
      await manager.delete(Reservation, { geodeId: id });
      await manager.delete(Geode, id);
      await appendAuditEntries(manager, [geodeEntry(id, 'deleted', geode, null)]);
      await queueCatalogChange(manager, [id]);
    });
    this.emitChanged([id]);
  }

  /** Lists the owner's changes to a geode, newest first, even if the geode is deleted. */
  listChanges(query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'geode', query);
  }

  /** Counts the geodes of the demo catalogue that are not sold out. */
  countDemoGeodes(): Promise<number> {
    return this.database.getRepository(Geode).countBy({ origin: 'demo', isListed: true });
  }

  /** Changes locked geodes, with their histories and live events. Returns the ids of those that were not so already. */
  private async edit(manager: EntityManager, geodes: readonly Geode[], changes: UpdateGeodeBody): Promise<string[]> {
    const edits = geodes
      .map((before) => editOf(before, changedGeodeFields(before, changes)))
      .filter(({ fields }) => Object.keys(fields).length > 0);
    // One statement for all geodes that change alike, because the owner waits for five hundred of them.
    const alike = Map.groupBy(edits, ({ fields, isPutOnSale }) => JSON.stringify([fields, isPutOnSale]));
    for (const group of alike.values()) {
      const [{ fields, isPutOnSale }] = group as [Edit, ...Edit[]];
      await manager.update(Geode, idsOf(group), {
        ...fields,
        updatedAt: () => CHANGE_TIME,
        ...(fields.unitsAvailable === undefined ? {} : { stockChangedAt: () => CHANGE_TIME }),
        ...(isPutOnSale ? { onSaleSince: () => CHANGE_TIME } : {}),
      });
    }
    await appendAuditEntries(
      manager,
      edits.map(({ before, after }) => geodeEntry(before.id, 'edited', before, after)),
    );
    await queueCatalogChange(manager, idsOf(edits));
    await queueAvailability(manager, idsOf(edits.filter(isStockChange)));
    return idsOf(edits);
  }

  /** Locks geodes in the order of their ids, so that two calls never deadlock. Throws NOT_FOUND if one does not exist. */
  private async lockGeodes(manager: EntityManager, ids: string[]): Promise<Geode[]> {
    const geodes = await manager.find(Geode, {
      where: { id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (geodes.length < new Set(ids).size) throw geodeNotFound();
    return geodes;
  }

  private async lockGeode(manager: EntityManager, id: string): Promise<Geode> {
    const [geode] = (await this.lockGeodes(manager, [id])) as [Geode];
    return geode;
  }

  private emitChanged(ids: string[]): void {
    this.bus.emit('catalog.changed', { ids });
  }
}

/**
 * Adds geodes, except those whose id exists, and queues their live event. Records in their histories how they were added;
 * nothing if `action` is null. Returns the ids added.
 */
export const addGeodes = async (
  manager: EntityManager,
  rows: Partial<Geode>[],
  action: Extract<AuditAction, 'created' | 'imported'> | null,
): Promise<string[]> => {
  if (rows.length === 0) return [];
  const insert = manager.createQueryBuilder().insert().into(Geode).values(rows).orIgnore();
  const { raw } = await insert.returning('id').execute();
  const ids = (raw as { id: string }[]).map(({ id }) => id);
  if (action) {
    const geodes = await manager.findBy(Geode, { id: In(ids) });
    await appendAuditEntries(
      manager,
      geodes.map((geode) => geodeEntry(geode.id, action, null, geode)),
    );
  }
  await queueCatalogChange(manager, ids);
  return ids;
};

/** A change of one geode. */
interface Edit {
  before: Geode;
  after: Geode;
  fields: Partial<GeodeFields>;
  /** Whether it is on sale now, and was sold out, a draft, or to go on sale later. */
  isPutOnSale: boolean;
}

const editOf = (before: Geode, fields: Partial<GeodeFields>): Edit => {
  const after = { ...before, ...fields };
  return {
    before,
    after,
    fields,
    isPutOnSale:
      (availability(before) === 'sold' && Boolean(fields.unitsAvailable)) ||
      fields.isDraft === false ||
      (availability(before) === 'upcoming' && availability(after) === 'available'),
  };
};

const isStockChange = ({ before, after, fields }: Edit): boolean =>
  fields.unitsAvailable !== undefined || availability(after) !== availability(before);

const idsOf = (edits: readonly Edit[]): string[] => edits.map(({ before }) => before.id);

const stockChanged = () =>
  new AppError('CHANGED', 'The stock of this geode changed meanwhile. Please look at it again before you set it.');
const inCheckout = () =>
  new AppError(
    'GEODE_IN_ORDER',
    'This geode is in a checkout right now and cannot be deleted. Please try again later.',
  );
const inOrder = () => new AppError('GEODE_IN_ORDER', 'This geode is part of an order and cannot be deleted.');
