import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { WithdrawnGeodes, WithdrawGeodes } from '@geodes/contracts';
import { Bus, inTransaction } from '@geodes/kit';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import { geodeHistoryFields } from '../geodes/geode-history.js';
import { Geode } from '../geodes/geode.entity.js';
import { queueCatalogChange } from '../live/queue-live-events.js';
import { holdEnded, lockBrowsersOf } from './hold-store.js';
import { moveUnits } from './move-units.js';
import { lockGeodes } from './order-lock.js';
import { Reservation } from './reservation.entity.js';

/** Takes stones off sale that were sold in a time which the books have forgotten. */
@Injectable()
export class Withdrawal {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * One unit of each: one on sale, or else one that a browser holds. The owner sees it in their history and can put them
   * back. Each payment takes a geode once.
   */
  async withdraw({ references: stones, squarePaymentId }: WithdrawGeodes): Promise<WithdrawnGeodes> {
    const { named, changed } = await inTransaction(this.database, async (manager) => {
      const named = await manager.query<{ id: string; title: string }[]>(
        `SELECT id, title FROM geode JOIN unnest($1::text[]) AS stone
             ON id BETWEEN (stone || '-0000-0000-0000-000000000000')::uuid AND (stone || '-ffff-ffff-ffff-ffffffffffff')::uuid
          ORDER BY id`,
        [stones],
      );
      const all = named.map(({ id }) => id);
      await lockHoldersOf(manager, all);
      await lockGeodes(manager, all);
      const ids = squarePaymentId ? await notYetTakenFor(manager, all, squarePaymentId) : all;
      const onSale = await takeFromSale(manager, ids);
      const left = ids.filter((id) => !onSale.includes(id));
      const held = await takeFromHolds(manager, left);
      const changed = [...onSale, ...held];
      await queueCatalogChange(manager, changed);
      return { named, changed };
    });
    if (changed.length > 0) this.bus.emit('catalog.changed', { ids: changed });
    return { geodes: named };
  }
}

/** Which of these geodes, locked before, the payment takes now for the first time. */
const notYetTakenFor = async (manager: EntityManager, ids: string[], squarePaymentId: string): Promise<string[]> => {
  const first: { id: string }[] = await manager.query(
    `INSERT INTO withdrawal (square_payment_id, geode_id) SELECT $2, id FROM unnest($1::uuid[]) AS id
         ON CONFLICT DO NOTHING RETURNING geode_id AS id`,
    [ids, squarePaymentId],
  );
  return first.map(({ id }) => id);
};

const lockHoldersOf = async (manager: EntityManager, ids: string[]): Promise<void> => {
  const held = await manager.findBy(Reservation, { geodeId: In(ids), state: 'held' });
  await lockBrowsersOf(manager, [...new Set(held.flatMap(({ holdId }) => holdId ?? []))]);
};

const takeFromSale = async (manager: EntityManager, ids: string[]): Promise<string[]> => {
  const geodes = await manager.find(Geode, { where: { id: In(ids) }, order: { id: 'ASC' } });
  const onSale = geodes.filter(({ unitsAvailable }) => unitsAvailable > 0);
  const taken = onSale.map(({ id }) => id);
  if (taken.length === 0) return [];
  await moveUnits(manager, taken, 'units_available', null);
  await appendAuditEntries(
    manager,
    onSale.map((geode) => ({
      entity: 'geode',
      entityId: geode.id,
      action: 'edited',
      before: geodeHistoryFields(geode),
      after: geodeHistoryFields({ ...geode, unitsAvailable: geode.unitsAvailable - 1 }),
    })),
  );
  return taken;
};

/** A browser that had it in its hold learns it as of any stone that is gone. */
const takeFromHolds = async (manager: EntityManager, ids: string[]): Promise<string[]> => {
  const held = await manager.find(Reservation, {
    where: { geodeId: In(ids), state: 'held' },
    relations: { hold: true },
    order: { createdAt: 'ASC' },
  });
  const units = oneOfEach(held);
  const taken = units.map(({ geodeId }) => geodeId);
  if (taken.length === 0) return [];
  await manager.delete(Reservation, { id: In(units.map(({ id }) => id)) });
  await moveUnits(manager, taken, 'units_reserved', null);
  await appendAuditEntries(
    manager,
    units.flatMap(({ geodeId, hold }) => (hold ? holdEnded(geodeId, hold) : [])),
  );
  return taken;
};

/** The first of each geode. */
const oneOfEach = (reservations: Reservation[]): Reservation[] => [
  ...new Map(reservations.toReversed().map((each) => [each.geodeId, each])).values(),
];
