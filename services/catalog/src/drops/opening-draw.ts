import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@geodes/kit';
import type { OpenedGeode } from '../units/availability-reader.js';
import { Gate, type Visit } from './gate.js';

/**
 * A geode that goes on sale at an instant is not given to whoever is first by milliseconds, which is always a script.
 * Holds and orders wait until people have had time to react; then their order is drawn. `npm run stress:drop` measures
 * it.
 */
const DRAW_AFTER_MS = { least: 400, most: 550 };
/** Requests that wait in one process; each has a hold or an order of at most ten geodes. */
const MAX_WAITING = 5_000;
const RETRY_AFTER_S = 1;

/**
 * When a geode is drawn, milliseconds after its instant. The geodes of one instant take turns by their ids: the holds
 * of forty in one moment took 300 ms.
 */
export const drawAfterMs = (geodeId: string): number => {
  const { least, most } = DRAW_AFTER_MS;
  return least + Math.floor((parseInt(geodeId.slice(0, 4), 16) / 0x1_0000) * (most - least));
};

/** Lets the holds and orders of a geode's first moment wait for their turns. */
@Injectable()
export class OpeningDraw {
  private waiting = 0;
  private readonly gates = new Map<string, Gate>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Runs `work` when it is the buyer's turn. `mayBeGone`: a geode may have been taken since it was read. Throws
   * TOO_MANY_REQUESTS if too many wait.
   */
  async inTurn<T>(opened: OpenedGeode[], who: string, work: (mayBeGone: boolean) => Promise<T>): Promise<T> {
    const gates = opened.flatMap((geode) => this.gateOf(geode) ?? []);
    if (gates.length === 0) return work(false);
    if (this.waiting >= MAX_WAITING)
      throw new AppError('TOO_MANY_REQUESTS', 'Too many buyers at this moment. Please try again.', {
        retryAfterSeconds: RETRY_AFTER_S,
      });
    for (const gate of gates) this.gates.set(gate.geodeId, gate);
    this.waiting += 1;
    // sorted, so that two buyers never wait for each other
    const sorted = gates.sort((one, other) => (one.geodeId < other.geodeId ? -1 : 1));
    let mayBeGone = false;
    for (const gate of sorted) if (await gate.enter(who)) mayBeGone = true;
    try {
      const result = await work(mayBeGone);
      for (const gate of sorted) this.leave(gate, 'taken');
      return result;
    } catch (error) {
      for (const gate of sorted) this.leave(gate, isRefusalOf(gate.geodeId, error) ? 'gone' : 'failed');
      throw error;
    } finally {
      this.waiting -= 1;
    }
  }

  private leave(gate: Gate, visit: Visit): void {
    gate.leave(visit);
    if (gate.isEmpty) this.gates.delete(gate.geodeId);
  }

  /** Undefined if the draw of the geode is over. */
  private gateOf({ id, openForMs, unitsAvailable }: OpenedGeode): Gate | undefined {
    const known = this.gates.get(id);
    const waitMs = drawAfterMs(id) - openForMs;
    if (known || openForMs < 0 || waitMs <= 0) return known;
    const gate = new Gate(id, unitsAvailable);
    void this.clock.sleep(waitMs).then(() => gate.open());
    return gate;
  }
}

const isRefusalOf = (geodeId: string, error: unknown): boolean => {
  if (!(error instanceof AppError) || error.code !== 'OUT_OF_STOCK') return false;
  return (error.details as { geodeIds: string[] }).geodeIds.includes(geodeId);
};
