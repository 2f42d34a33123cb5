import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@geodes/kit';
import type { OpenedGeode } from '../units/availability-reader.js';

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
    if (known) return known;
    const waitMs = drawAfterMs(id) - openForMs;
    if (openForMs < 0 || waitMs <= 0) return undefined;
    const gate = new Gate(id, unitsAvailable);
    void this.clock.sleep(waitMs).then(() => gate.open());
    return gate;
  }
}

/** `taken`: the buyer got a unit; `gone`: none was left; `failed`: something else. */
type Visit = 'taken' | 'gone' | 'failed';

interface Waiting {
  rank: number;
  enter: (mayBeGone: boolean) => void;
}

/**
 * The buyers of one geode's first moment in this process. Once it is open they enter one after the other in drawn
 * order, a network's second request after the first of every other. When the last unit is taken, all others may enter:
 * they are refused by a read.
 */
export class Gate {
  private waiting: Waiting[] = [];
  private readonly asked = new Map<string, number>();
  private state: 'closed' | 'free' | 'occupied' | 'wide open' = 'closed';
  private inside = 0;

  /** `unitsLeft`: as they were read; other processes may take some. */
  constructor(
    readonly geodeId: string,
    private unitsLeft: number,
  ) {}

  /** Whether it is open, and no buyer is inside or waits. */
  get isEmpty(): boolean {
    return this.state !== 'closed' && this.inside === 0 && this.waiting.length === 0;
  }

  open(): void {
    this.state = 'free';
    this.admit();
  }

  /** Resolves when it is this buyer's turn; with true if the geode may be gone. The buyer must leave. */
  enter(who: string): Promise<boolean> {
    const earlier = this.asked.get(who) ?? 0;
    this.asked.set(who, earlier + 1);
    return new Promise((resolve) => {
      this.waiting.push({ rank: earlier + drawRank(this.geodeId, who), enter: resolve });
      this.admit();
    });
  }

  leave(visit: Visit): void {
    this.inside -= 1;
    if (visit === 'taken') this.unitsLeft -= 1;
    if (this.state !== 'wide open') this.state = visit === 'gone' || this.unitsLeft <= 0 ? 'wide open' : 'free';
    this.admit();
  }

  private admit(): void {
    if (this.state === 'wide open') {
      this.inside += this.waiting.length;
      for (const { enter } of this.waiting.splice(0)) enter(true);
    }
    if (this.state !== 'free' || this.waiting.length === 0) return;
    const first = this.waiting.reduce((one, other) => (other.rank < one.rank ? other : one));
    this.waiting = this.waiting.filter((one) => one !== first);
    this.state = 'occupied';
    this.inside += 1;
    first.enter(false);
  }
}

/** A number from 0 to 1 that callers can neither know nor choose, if `who` is the keyed hash of their network. */
const drawRank = (geodeId: string, who: string): number =>
  createHash('sha256').update(`${geodeId} ${who}`).digest().readUInt32BE() / 2 ** 32;

const isRefusalOf = (geodeId: string, error: unknown): boolean => {
  if (!(error instanceof AppError) || error.code !== 'OUT_OF_STOCK') return false;
  return (error.details as { geodeIds: string[] }).geodeIds.includes(geodeId);
};
