import { LRUCache } from 'lru-cache';
import { SingleFlight } from '@geodes/kit';

interface CachedCount {
  count: number;
  /** Milliseconds of a monotonic clock. */
  at: number;
}

/** Each search of the owner that finds many orders has a key. */
const MAX_KEYS = 1_000;
/** From this multiple of `freshMs` on, callers wait for a new count. */
const MAX_STALE_FACTOR = 20;

/**
 * Caches slow counts that may be slightly old, one per key. A count younger than `freshMs` is returned; an older one is
 * returned too, while a new count runs in the background. Each key is counted by one query at a time.
 */
export class CountCache {
  private readonly counts = new LRUCache<string, CachedCount>({ max: MAX_KEYS });
  private readonly refreshes = new SingleFlight<number>();

  constructor(
    private readonly freshMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws what `count` throws if no usable count is cached. */
  async get(key: string, count: () => Promise<number>): Promise<number> {
    const cached = this.counts.get(key);
    const age = cached ? this.now() - cached.at : Number.POSITIVE_INFINITY;
    if (cached && age < this.freshMs) return cached.count;
    const fresh = this.refresh(key, count);
    if (!cached || age > this.freshMs * MAX_STALE_FACTOR) return fresh;
    // The caller has its count; the next caller retries a failed refresh.
    fresh.catch(() => undefined);
    return cached.count;
  }

  private refresh(key: string, count: () => Promise<number>): Promise<number> {
    return this.refreshes.run(key, async () => {
      const counted = await count();
      this.counts.set(key, { count: counted, at: this.now() });
      return counted;
    });
  }
}
