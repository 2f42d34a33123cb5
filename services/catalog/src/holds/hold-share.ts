import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError, CLOCK, type Clock } from '@geodes/kit';
import { LISTED } from '../geodes/availability.js';
import { MAX_SHARE_WITHOUT_CHALLENGE, MIN_ON_SALE } from './hold-limits.js';

/** What is on sale changes slowly, and counting it reads every geode. */
const RECOUNT_MS = 5_000;

/** Watches how much of what is on sale is on hold. */
@Injectable()
export class HoldShare {
  private onSale = 0;
  private recountAt = Number.NEGATIVE_INFINITY;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Throws CHALLENGE_REQUIRED while more than half of what is on sale, 20 units or more, is on hold. */
  async check(manager: EntityManager): Promise<void> {
    if (this.clock.now() >= this.recountAt) {
      this.onSale = await countOnSale(manager);
      this.recountAt = this.clock.now() + RECOUNT_MS;
    }
    if (this.onSale < MIN_ON_SALE) return;
    if ((await countOnHold(manager)) > this.onSale * MAX_SHARE_WITHOUT_CHALLENGE)
      throw new AppError('CHALLENGE_REQUIRED', 'Many geodes are on hold right now, so one more check is needed.');
  }
}

/** Includes geodes that go on sale before the next count. */
const countOnSale = async (manager: EntityManager): Promise<number> => {
  const [{ units }] = (await manager.query(
    `SELECT coalesce(sum(units_available + units_reserved), 0)::int AS units FROM geode
      WHERE ${LISTED} AND (available_from IS NULL OR available_from <= now() + $1 * interval '1 millisecond')`,
    [RECOUNT_MS],
  )) as [{ units: number }];
  return units;
};

const countOnHold = async (manager: EntityManager): Promise<number> => {
  const [{ units }] = (await manager.query(
    `SELECT count(*)::int AS units FROM hold JOIN reservation ON hold_id = hold.id AND state IN ('held', 'reserved')
      WHERE ended_at IS NULL`,
  )) as [{ units: number }];
  return units;
};
