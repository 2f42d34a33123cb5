import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type Random, type SquareFault, SquareSimulator, type StartedShop } from '@geodes/testing';
import { counted } from '../figures.js';

/** What the simulator of Square is made to do wrong. A hang that is recorded is the worst: money moves, nobody knows. */
const SQUARE_FAULTS: readonly SquareFault[] = [
  { operation: 'any', kind: 'hang', count: 2 },
  { operation: 'create', kind: 'hang', count: 2 },
  { operation: 'complete', kind: 'hang', count: 2 },
  { operation: 'create', kind: 'hang-before', count: 2 },
  { operation: 'any', kind: 'error-500', count: 6 },
  { operation: 'any', kind: 'error-429', count: 4 },
  { operation: 'create', kind: 'error-500', count: 3, recorded: true },
  { operation: 'complete', kind: 'error-500', count: 3, recorded: true },
  { operation: 'any', kind: 'reset', count: 5 },
  { operation: 'cancel', kind: 'reset', count: 3 },
  { operation: 'any', kind: 'slow', count: 5, delayMs: 4_000 },
  { operation: 'list', kind: 'stale-list', count: 5, delayMs: 20_000 },
  { operation: 'any', kind: 'duplicate-webhook', count: 10 },
  { operation: 'any', kind: 'drop-webhook', count: 10 },
];

/** Kills processes and makes Square stumble by the clock, in an order that a seed decides: every kind in turn. */
export class FaultInjector {
  /** What was done, each with the time at which it was done. */
  readonly done: string[] = [];
  private stopped = new AbortController();
  private working = Promise.resolve();
  private turns = 0;
  private readonly square: SquareSimulator;

  constructor(
    private readonly shop: StartedShop,
    private readonly random: Random,
    /** Milliseconds between one trouble and the next. */
    private readonly pause: { from: number; to: number },
    /** Only these kinds of process are killed, and Square is left alone; all of them and Square unless told. */
    private readonly kinds?: readonly string[],
  ) {
    this.square = new SquareSimulator(shop.simulator);
  }

  start(): void {
    this.working = this.work();
  }

  /** Settles when every process that runs was killed so many times, or after `limitMs` milliseconds. */
  async untilAllWereKilled(limitMs: number, times = 1): Promise<void> {
    const end = performance.now() + limitMs;
    while (this.turns < times && performance.now() < end) await sleep(200);
  }

  /** No more trouble; what the simulator was still to do wrong is forgotten. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.working;
    await eventually('the simulator forgets its faults', () => this.square.clearFaults().then(() => true), 30_000);
  }

  /** How often each kind of process was killed, and Square made to stumble. */
  get counts(): Record<string, number> {
    return counted(this.done.map((what) => what.replace(/\.\d+$/, '')));
  }

  private async work(): Promise<void> {
    const { signal } = this.stopped;
    let deck: string[] = [];
    let faults: SquareFault[] = [];
    while (!signal.aborted) {
      // all processes in turn, and a stumble of Square's for every two of them
      if (deck.length === 0 && this.done.length > 0) this.turns += 1;
      if (deck.length === 0) deck = this.random.shuffled(this.names());
      if (faults.length === 0) faults = this.random.shuffled(SQUARE_FAULTS);
      for (const name of deck.splice(0, this.random.chance(0.25) ? 2 : 1))
        if (this.shop.processes.kill(name)) this.done.push(name);
      if (!this.kinds && this.random.chance(0.5)) await this.stumble(faults.pop());
      const { from, to } = this.pause;
      await sleep(this.random.between(from, to), undefined, { signal }).catch(() => undefined);
    }
  }

  private names(): string[] {
    const { processes } = this.shop;
    return this.kinds?.flatMap((kind) => processes.ofKind(kind)) ?? processes.names();
  }

  private async stumble(fault: SquareFault | undefined): Promise<void> {
    if (!fault) return;
    await this.square.fault(fault).then(
      () => this.done.push(`Square: ${fault.kind}`),
      () => undefined,
    );
  }
}
