import { createHash } from 'node:crypto';

interface Waiting {
  rank: number;
  enter: (mayBeGone: boolean) => void;
}

/** `taken`: the buyer got a unit; `gone`: none was left; `failed`: something else. */
export type Visit = 'taken' | 'gone' | 'failed';

/** A number from 0 to 1 that callers can neither know nor choose, if `who` is the keyed hash of their network. */
const drawRank = (geodeId: string, who: string): number =>
  createHash('sha256').update(`${geodeId} ${who}`).digest().readUInt32BE() / 2 ** 32;

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
