import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@geodes/kit';
import type { JustOpened } from '../units/unavailable.js';

/**
 * A geode that goes on sale at an instant is not given to whoever is first by milliseconds, which is always a script. Requests
 * wait until DRAW_AFTER_MS, by when people have reacted; then each has a turn within DRAW_SPREAD_MS, a hash of geode and
 * network, so that more requests from one network have no more turns. `npm run stress:drop` measures it.
 */
export const DRAW_AFTER_MS = 700;
export const DRAW_SPREAD_MS = 200;
/** Requests that wait in one process; each has a hold or an order of at most ten geodes. */
const MAX_WAITING = 5_000;
const RETRY_AFTER_S = 1;

/**
 * Returns the milliseconds until it is this buyer's turn for all of the geodes; 0 once their draws are over. `who` is the keyed
 * hash of the network, which callers can neither know nor choose.
 */
export const turnIn = (opened: JustOpened[], who: string): number =>
  Math.max(
    0,
    ...opened
      .filter(({ openForMs }) => openForMs >= 0 && openForMs < DRAW_AFTER_MS + DRAW_SPREAD_MS)
      .map(({ id, openForMs }) => DRAW_AFTER_MS + turnOf(id, who) - openForMs),
  );

const turnOf = (geodeId: string, who: string): number =>
  (createHash('sha256').update(`${geodeId} ${who}`).digest().readUInt32BE() / 2 ** 32) * DRAW_SPREAD_MS;

/** Lets the holds and orders of a geode's first second wait for their turns. */
@Injectable()
export class OpeningDraw {
  private waiting = 0;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Returns whether it waited, so that what was read before may be outdated. Throws TOO_MANY_REQUESTS if too many wait. */
  async waitForTurn(opened: JustOpened[], who: string): Promise<boolean> {
    const ms = turnIn(opened, who);
    if (ms === 0) return false;
    if (this.waiting >= MAX_WAITING)
      throw new AppError('TOO_MANY_REQUESTS', 'Too many buyers at this moment. Please try again.', {
        retryAfterSeconds: RETRY_AFTER_S,
      });
    this.waiting += 1;
    await this.clock.sleep(ms);
    this.waiting -= 1;
    return true;
  }
}
