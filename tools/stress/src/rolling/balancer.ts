import { setInterval } from 'node:timers/promises';
import { isReady } from '@geodes/testing';

const INTERVAL_MS = 250;

/** What a proxy in front of several gateways does: asks each for /health/ready and names in turn those that are. */
export class Balancer {
  private ready: readonly string[];
  private turn = 0;
  private readonly stopped = new AbortController();

  constructor(private readonly gateways: readonly string[]) {
    this.ready = gateways;
    void this.look();
  }

  /** The gateway for the next request. Throws when none is ready. */
  next(): string {
    const gateway = this.ready[this.turn++ % this.ready.length];
    if (!gateway) throw new Error('no gateway is ready');
    return gateway;
  }

  close(): void {
    this.stopped.abort();
  }

  private async look(): Promise<void> {
    const { signal } = this.stopped;
    try {
      for await (const _ of setInterval(INTERVAL_MS, undefined, { signal })) {
        const ready = await Promise.all(this.gateways.map((gateway) => isReady(gateway)));
        this.ready = this.gateways.filter((_, index) => ready[index]);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
