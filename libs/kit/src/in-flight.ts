import { atMost, systemClock } from './clock.js';

/** Counts work in flight, so that a stopping process can finish it. */
export class InFlight {
  private count = 0;
  private waiting: (() => void)[] = [];

  get size(): number {
    return this.count;
  }

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves when no work is in flight, or after `timeoutMs` milliseconds. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.count === 0) return;
    await atMost(timeoutMs, new Promise<void>((resolve) => this.waiting.push(resolve)), systemClock);
  }
}

let draining = false;

/** Returns true once the process got its stop signal: it is no longer ready and only finishes work in flight. */
export const isDraining = (): boolean => draining;

export const beginDraining = (): void => {
  draining = true;
};
