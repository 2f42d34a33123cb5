/** Returns the value below which this share (0 to 1) of the values lies; NaN for an empty list. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Seeded pseudo-random numbers: sfc32, github.com/bryc/code/blob/master/jshash/PRNGs.md. */
export class Random {
  private a: number;
  private b = 0x9e3779b9;
  private c = 0x243f6a88;
  private d = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    for (let round = 0; round < 16; round += 1) this.next();
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0;
    return (t >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Picks one item. Throws if there are none. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.below(items.length)] as T;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }

  /** Picks one item with a probability proportional to its weight. Throws if there are none. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    const found = items.findIndex((item) => (left -= weightOf(item)) < 0);
    if (items.length === 0) throw new Error('nothing to pick from');
    return items.at(found) as T;
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () =>
      this.below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
