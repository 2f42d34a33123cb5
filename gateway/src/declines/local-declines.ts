import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CHALLENGE_AFTER, hashOf, type Identity, LOCK_AFTER, type Verdict, WINDOW_MS } from './decline-counts.js';

/** Counts the declined cards of this gateway in memory while Redis is unreachable. */
export class LocalDeclines {
  private readonly declines = new RateLimiterMemory({ points: LOCK_AFTER, duration: WINDOW_MS / 1_000 });

  async check(identities: Identity[]): Promise<{ verdict: Verdict; leftMs: number }> {
    let verdict: Verdict = 'admitted';
    let leftMs = 0;
    for (const identity of identities) {
      const { consumedPoints = 0, msBeforeNext = 0 } = (await this.declines.get(hashOf(identity))) ?? {};
      if (consumedPoints >= LOCK_AFTER * identity.factor) leftMs = Math.max(leftMs, msBeforeNext);
      else if (consumedPoints >= CHALLENGE_AFTER * identity.factor) verdict = 'challenge';
    }
    return leftMs > 0 ? { verdict: 'locked-out', leftMs } : { verdict, leftMs };
  }

  async count(identities: Identity[]): Promise<void> {
    await Promise.all(identities.map((identity) => this.declines.penalty(hashOf(identity))));
  }
}
