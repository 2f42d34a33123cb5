import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type Random, type SquareFault, SquareSimulator, type StartedShop, until } from '@geodes/testing';
import { countEach } from '../report.js';

/** Faults of the Square simulator. A recorded hang is the worst: money moves without a response. */
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
  { operation: 'refund', kind: 'hang', count: 2 },
  { operation: 'refund', kind: 'reset', count: 2 },
  { operation: 'refund', kind: 'error-500', count: 2, recorded: true },
  { operation: 'any', kind: 'slow', count: 5, delayMs: 4_000 },
  { operation: 'list', kind: 'stale-list', count: 5, delayMs: 20_000 },
  { operation: 'any', kind: 'duplicate-webhook', count: 10 },
  { operation: 'any', kind: 'drop-webhook', count: 10 },
];

/** Kills processes and injects faults into Square at intervals, in an order that the seed decides. */
export class FaultInjector {
  /** The injected faults, in order. */
  readonly done: string[] = [];
  private stopped = new AbortController();
  private working = Promise.resolve();
  private rounds = 0;
  private readonly square: SquareSimulator;

  constructor(
    private readonly shop: StartedShop,
    private readonly random: Random,
    /** Time between two faults, milliseconds. */
    private readonly interval: { from: number; to: number },
    /** Kills only these kinds of process and injects no fault into Square. Without it, everything is a target. */
    private readonly kinds?: readonly string[],
  ) {
    this.square = new SquareSimulator(shop.simulator);
  }

  start(): void {
    this.working = this.run();
  }

  /** Waits until every process was killed `times` times. Returns false if it was not within `timeoutMs` milliseconds. */
  untilAllWereKilled(timeoutMs: number, times = 1): Promise<boolean> {
    return until(() => this.rounds >= times, timeoutMs, 200);
  }

  /** Ends the faults and clears the simulator's pending ones. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.working;
    await eventually('the simulator clears its faults', () => this.square.clearFaults().then(() => true), 30_000);
  }

  /** Counts the faults by kind. */
  get counts(): Record<string, number> {
    return countEach(this.done.map((what) => what.replace(/\.\d+$/, '')));
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    let names: string[] = [];
    let squareFaults: SquareFault[] = [];
    while (!signal.aborted) {
      // kills all processes in turn, and injects about one fault into Square for every two of them
      if (names.length === 0 && this.done.length > 0) this.rounds += 1;
      if (names.length === 0) names = this.random.shuffled(this.names());
      if (squareFaults.length === 0) squareFaults = this.random.shuffled(SQUARE_FAULTS);
      for (const name of names.splice(0, this.random.chance(0.25) ? 2 : 1))
        if (this.shop.processes.kill(name)) this.done.push(name);
      if (!this.kinds && this.random.chance(0.5)) await this.injectSquareFault(squareFaults.pop());
      const { from, to } = this.interval;
      await sleep(this.random.between(from, to), undefined, { signal }).catch(() => undefined);
    }
  }

  private names(): string[] {
    const { processes } = this.shop;
    return this.kinds?.flatMap((kind) => processes.ofKind(kind)) ?? processes.names();
  }

  private async injectSquareFault(fault: SquareFault | undefined): Promise<void> {
    if (!fault) return;
    await this.square.fault(fault).then(
      () => this.done.push(`Square: ${fault.kind}`),
      () => undefined,
    );
  }
}
