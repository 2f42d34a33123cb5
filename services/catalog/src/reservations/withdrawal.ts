import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { WithdrawnGeodes, WithdrawGeodes } from '@geodes/contracts';
import { AppError, Bus, inTransaction } from '@geodes/kit';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import { Geode } from '../geodes/geode.entity.js';
import { holdEndedEntry } from '../holds/hold-store.js';
import { queueCatalogChange } from '../live/live.service.js';
import { lockBrowsersOf, lockGeodes } from '../units/locks.js';
import { auditUnits, moveUnits } from '../units/move-units.js';
import { Reservation } from '../units/reservation.entity.js';

/** Takes geodes off sale whose orders a database restore has lost. */
@Injectable()
export class Withdrawal {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Takes one unit of each geode out of the shop: one on sale, or else one from a hold. A repeated command for the same
   * payment takes none. The geode's history shows it, and the owner can put the unit back. Throws CHANGED, with nothing
   * taken, while a checkout has one: that may return it to sale.
   */
  async withdraw({ references, squarePaymentId }: WithdrawGeodes): Promise<WithdrawnGeodes> {
    const { named, changed } = await inTransaction(this.database, async (manager) => {
      const named = await manager.query<{ id: string; title: string }[]>(
        `SELECT id, title FROM geode JOIN unnest($1::text[]) AS reference
             ON id BETWEEN (reference || '-0000-0000-0000-000000000000')::uuid
                       AND (reference || '-ffff-ffff-ffff-ffffffffffff')::uuid
          ORDER BY id`,
        [references],
      );
      const namedIds = named.map(({ id }) => id);
      await lockHoldersOf(manager, namedIds);
      await lockGeodes(manager, namedIds);
      const ids = await recordWithdrawals(manager, namedIds, squarePaymentId);
      const fromSale = await takeFromSale(manager, ids);
      const notOnSale = ids.filter((id) => !fromSale.includes(id));
      const fromHolds = await takeFromHolds(manager, notOnSale);
      const changed = [...fromSale, ...fromHolds];
      const left = ids.filter((id) => !changed.includes(id));
      // held: a decline has returned it to its hold since
      if (await manager.existsBy(Reservation, { geodeId: In(left), state: In(['reserved', 'held']) }))
        throw new AppError('CHANGED', 'A checkout has one of these geodes. Try again when it has ended.');
      await queueCatalogChange(manager, changed);
      return { named, changed };
    });
    if (changed.length > 0) this.bus.emit('catalog.changed', { ids: changed });
    return { geodes: named };
  }
}

/** Records which geodes the payment withdraws. Returns those that it had not withdrawn before. */
const recordWithdrawals = async (manager: EntityManager, ids: string[], squarePaymentId: string): Promise<string[]> => {
  const recorded: { id: string }[] = await manager.query(
    `INSERT INTO withdrawal (square_payment_id, geode_id) SELECT $2, id FROM unnest($1::uuid[]) AS id
         ON CONFLICT DO NOTHING RETURNING geode_id AS id`,
    [ids, squarePaymentId],
  );
  return recorded.map(({ id }) => id);
};

const lockHoldersOf = async (manager: EntityManager, ids: string[]): Promise<void> => {
  const held = await manager.findBy(Reservation, { geodeId: In(ids), state: 'held' });
  await lockBrowsersOf(manager, [...new Set(held.flatMap(({ holdId }) => holdId ?? []))]);
};

const takeFromSale = async (manager: EntityManager, ids: string[]): Promise<string[]> => {
  const geodes = await manager.find(Geode, { where: { id: In(ids) }, order: { id: 'ASC' } });
  const onSale = geodes.filter(({ unitsAvailable }) => unitsAvailable > 0);
  const takenIds = onSale.map(({ id }) => id);
  if (takenIds.length === 0) return [];
  await moveUnits(manager, takenIds, 'units_available', null);
  await auditUnits(manager, onSale, -1);
  return takenIds;
};

/** Takes each geode from its oldest hold. The hold's browser sees it like any geode that is sold out. */
const takeFromHolds = async (manager: EntityManager, ids: string[]): Promise<string[]> => {
  const held = await manager.find(Reservation, {
    where: { geodeId: In(ids), state: 'held' },
    relations: { hold: true },
    order: { createdAt: 'ASC' },
  });
  const units = firstOfEachGeode(held);
  const takenIds = units.map(({ geodeId }) => geodeId);
  if (takenIds.length === 0) return [];
  await manager.delete(Reservation, { id: In(units.map(({ id }) => id)) });
  await moveUnits(manager, takenIds, 'units_reserved', null);
  await appendAuditEntries(
    manager,
    units.flatMap(({ geodeId, hold }) => (hold ? holdEndedEntry(geodeId, hold) : [])),
  );
  return takenIds;
};

const firstOfEachGeode = (reservations: Reservation[]): Reservation[] => [
  ...new Map(reservations.toReversed().map((each) => [each.geodeId, each])).values(),
];
