interface Kept {
  count: number;
  /** Milliseconds of a clock that never goes back. */
  at: number;
}

/** Older than so many times what it may be, a count is waited for. */
const MAX_STALE = 20;

/**
 * Counts that take a while and need not be of this second: one that is younger than `keptMs` is given at once, an older
 * one too, while it is counted again behind the back of whoever asks. Each is counted by one at a time. There are as
 * many as there are keys.
 */
export class CountCache {
  private readonly kept = new Map<string, Kept>();
  private readonly counting = new Map<string, Promise<number>>();

  constructor(
    private readonly keptMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws what `count` throws, where there is nothing to give meanwhile. */
  async get(key: string, count: () => Promise<number>): Promise<number> {
    const known = this.kept.get(key);
    const age = known ? this.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < this.keptMs) return known.count;
    const fresh = this.count(key, count);
    if (!known || age > this.keptMs * MAX_STALE) return fresh;
    // the next one who asks counts again
    fresh.catch(() => undefined);
    return known.count;
  }

  private count(key: string, count: () => Promise<number>): Promise<number> {
    const running = this.counting.get(key);
    if (running) return running;
    const fresh = count()
      .then((counted) => {
        this.kept.set(key, { count: counted, at: this.now() });
        return counted;
      })
      .finally(() => this.counting.delete(key));
    this.counting.set(key, fresh);
    return fresh;
  }
}
