import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError, CLOCK, type Clock, waitText } from '@geodes/kit';
import { LISTED } from '../geodes/availability.js';

/** How long a hold lasts if HOLD_MINUTES is unset. hold-expiry.ts ends it then and returns its units to sale. */
export const DEFAULT_HOLD_MINUTES = 10;

/** Injection token for how long a hold lasts, milliseconds. */
export const HOLD_MS = Symbol('HOLD_MS');

/** After a decline a hold lasts at least this long, so that the buyer can try another card. */
export const MIN_MINUTES_AFTER_DECLINE = 2;
/**
 * Declines that extend a hold: as many as lock a buyer out (LOCK_AFTER of the gateway). After these the hold ends on time; otherwise a card
 * that is declined every other minute would keep geodes off sale without end.
 */
export const MAX_DECLINE_EXTENSIONS = 8;

/** How often a browser may renew its hold of a geode within the window. */
const MAX_RENEWALS = 3;
const RENEWALS_WINDOW_SECONDS = 60 * 60;

interface EarlierHold {
  /** With the present one, if the browser did not let the hold go before its time. */
  renewed: number;
  /** Seconds. */
  forgottenIn: number;
}

/**
 * Returns how often the browser has renewed its hold of these geodes, this time included; 0 for a first hold. Throws
 * TOO_MANY_REQUESTS with the seconds to wait after the third renewal.
 */
export const countRenewals = async (manager: EntityManager, browserId: string, ids: string[]): Promise<number> => {
  const [earlier]: EarlierHold[] = await manager.query(
    `SELECT renewals + coalesce(ended_at >= expires_at, true)::int AS renewed,
            extract(epoch FROM created_at - now())::float + $3 AS "forgottenIn"
       FROM hold
      WHERE browser_id = $1 AND NOT bought AND created_at > now() - $3 * interval '1 second'
        AND geode_ids && ARRAY (SELECT unnest(CAST($2 AS uuid[])))
      ORDER BY renewed DESC, created_at DESC LIMIT 1`,
    [browserId, ids, RENEWALS_WINDOW_SECONDS],
  );
  if (!earlier) return 0;
  if (earlier.renewed > MAX_RENEWALS) throw renewedTooOften(Math.ceil(earlier.forgottenIn));
  return earlier.renewed;
};

const renewedTooOften = (retryAfterSeconds: number): AppError =>
  new AppError(
    'TOO_MANY_REQUESTS',
    `You have kept these geodes on hold for as long as we can. Please try again in ${waitText(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );

/** A new hold needs a solved challenge while more than this share of at least MIN_ON_SALE units is on hold. */
const MAX_SHARE_WITHOUT_CHALLENGE = 0.5;
const MIN_ON_SALE = 20;
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
