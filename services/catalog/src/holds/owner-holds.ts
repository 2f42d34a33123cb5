import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { OpenHold, OpenHolds } from '@geodes/contracts';
import { AppError, Bus, Gauge, inTransaction, withRetry } from '@geodes/kit';
import { appendAuditEntries } from '@geodes/kit/audit-log';
import {
  closeHold,
  heldReservations,
  holdEndedEntry,
  holdEvents,
  isReservedByOrder,
  lockOpenHold,
} from './hold-store.js';
import { Hold } from './hold.entity.js';

/** Counted in the database, so every catalogue process reports the same number. */
const openHolds = new Gauge({ name: 'shop_holds_open', help: 'Open holds' });
const heldGeodes = new Gauge({ name: 'shop_holds_stones', help: 'Geodes that holds keep off sale' });

const MAX_LISTED = 1_000;

/** Open holds with units. Those without units are left out: they end within a second. */
const OPEN = `
  SELECT hold.id AS "holdId", hold.created_at AS "startedAt", least(hold.expires_at, hold.leaving_at) AS "endsAt",
         bool_or(state = 'reserved') AS "isUnderPayment", array_agg(geode_id ORDER BY geode_id) AS "geodeIds"
    FROM hold JOIN reservation ON hold_id = hold.id AND state IN ('held', 'reserved')
   WHERE hold.ended_at IS NULL GROUP BY hold.id`;

const LIST = `
  WITH open AS (${OPEN})
  SELECT count(*)::int AS count, coalesce(sum(cardinality("geodeIds")), 0)::int AS geodes,
         count(*) FILTER (WHERE "isUnderPayment")::int AS "underPayment",
         min("startedAt") AS "oldestStartedAt", max("endsAt") AS "lastEndsAt",
         (SELECT coalesce(json_agg(first), '[]')
            FROM (SELECT * FROM open ORDER BY "endsAt", "holdId" LIMIT ${MAX_LISTED}) AS first) AS holds
    FROM open`;

interface Row extends Omit<OpenHolds, 'oldestStartedAt' | 'lastEndsAt'> {
  oldestStartedAt: Date | null;
  lastEndsAt: Date | null;
}

/** Lists open holds to the owner, and ends one for them. */
@Injectable()
export class OwnerHolds {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  async list(): Promise<OpenHolds> {
    const [row]: Row[] = await withRetry(() => this.database.query(LIST));
    if (!row) throw new Error('the count of holds returned no row');
    return {
      ...row,
      holds: row.holds.map(openHoldView),
      oldestStartedAt: row.oldestStartedAt?.toISOString() ?? null,
      lastEndsAt: row.lastEndsAt?.toISOString() ?? null,
    };
  }

  /** Updates the gauges of open holds. */
  async count(): Promise<void> {
    const [row]: { holds: number; geodes: number }[] = await this.database.query(
      `SELECT count(*)::int AS holds, coalesce(sum(cardinality("geodeIds")), 0)::int AS geodes FROM (${OPEN}) AS open`,
    );
    openHolds.set(row?.holds ?? 0);
    heldGeodes.set(row?.geodes ?? 0);
  }

  /**
   * Ends a hold and returns its geodes to sale. Throws NOT_FOUND if it has ended, and GEODE_IN_ORDER while an unpaid
   * order has geodes of it.
   */
  async end(holdId: string): Promise<void> {
    const changed = await inTransaction(this.database, async (manager) => {
      const named = await manager.findOneBy(Hold, { id: holdId, endedAt: IsNull() });
      const hold = named && (await lockOpenHold(manager, named.browserId));
      // Before the lock, the browser may have replaced the named hold.
      if (hold?.id !== holdId) throw alreadyEnded();
      if (await isReservedByOrder(manager, hold.id)) throw underPayment();
      const held = await heldReservations(manager, hold.id);
      await appendAuditEntries(
        manager,
        held.map(({ geodeId }) => holdEndedEntry(geodeId, hold)),
      );
      return closeHold(manager, hold.id);
    });
    holdEvents.inc({ what: 'ended-by-owner' });
    if (changed.length > 0) this.bus.emit('catalog.changed', { ids: changed });
  }
}

/** Converts times: PostgreSQL writes them to JSON with an offset, not with Z. */
const openHoldView = ({ startedAt, endsAt, ...hold }: OpenHold): OpenHold => ({
  ...hold,
  startedAt: new Date(startedAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
});

const alreadyEnded = () => new AppError('NOT_FOUND', 'This hold has ended already.');
const underPayment = () =>
  new AppError(
    'GEODE_IN_ORDER',
    'The buyer is paying for this hold right now, so it cannot be ended. Please look again in a minute.',
  );
