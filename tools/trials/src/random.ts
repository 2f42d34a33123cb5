/** Numbers that follow from a seed alone (mulberry32, Tommy Ettinger, public domain). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** Throws where there is nothing to pick from. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[Math.floor(this.next() * from.length)] as T;
  }

  shuffled<T>(cards: readonly T[]): T[] {
    const deck = [...cards];
    for (let last = deck.length - 1; last > 0; last -= 1) {
      const other = Math.floor(this.next() * (last + 1));
      [deck[last], deck[other]] = [deck[other] as T, deck[last] as T];
    }
    return deck;
  }
}
