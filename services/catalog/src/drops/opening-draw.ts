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
  /** The end of the last work on each geode. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Runs `work` when it is the buyer's turn. `hasWaited`: what was read before may be outdated. Of one geode's draw, works run
   * one after the other, so that all but the first can be refused by a read, without a transaction. Throws TOO_MANY_REQUESTS
   * if too many wait.
   */
  async inTurn<T>(opened: JustOpened[], who: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const ms = turnIn(opened, who);
    if (ms === 0) return work(false);
    if (this.waiting >= MAX_WAITING)
      throw new AppError('TOO_MANY_REQUESTS', 'Too many buyers at this moment. Please try again.', {
        retryAfterSeconds: RETRY_AFTER_S,
      });
    this.waiting += 1;
    await this.clock.sleep(ms);
    this.waiting -= 1;
    // sorted, so that two works never wait for each other
    return this.inOrder(opened.map(({ id }) => id).sort(), () => work(true));
  }

  private async inOrder<T>([id, ...others]: string[], work: () => Promise<T>): Promise<T> {
    if (id === undefined) return work();
    const result = (this.last.get(id) ?? Promise.resolve()).then(() => this.inOrder(others, work));
    const end = result.catch(() => undefined);
    this.last.set(id, end);
    void end.then(() => this.last.get(id) === end && this.last.delete(id));
    return result;
  }
}
