import type { Clock } from '@geodes/kit';

/** The time a command has left, shared by the calls it makes. Milliseconds. */
export class Deadline {
  private readonly end: number;

  constructor(
    limitMs: number,
    private readonly clock: Clock,
  ) {
    this.end = clock.now() + limitMs;
  }

  get left(): number {
    return Math.max(0, Math.floor(this.end - this.clock.now()));
  }

  /** At most `ms` of what is left. */
  atMost(ms: number): number {
    return Math.min(ms, this.left);
  }
}
