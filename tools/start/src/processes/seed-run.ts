import { setTimeout as sleep } from 'node:timers/promises';
import type { PidFiles } from '@geodes/servers';
import { type ProcessSpec, recordPid, removePid, type RunningProcess, spawnProcess } from './managed-process.js';
import { type Terminal, formatSeconds } from '../output/terminal.js';

/** Bounds the restarts of a seed that something kills each time. */
const MAX_RUNS = 50;
const STOP_TIMEOUT_MS = 2000;

/** Runs the one-shot seed that fills an empty catalogue. Shows its output and restarts it after a signal. */
export class SeedRun {
  #running: RunningProcess | undefined;
  #stopped = false;
  /** The seed prints nothing when it has nothing to draw. */
  #hasOutput = false;

  constructor(
    private readonly spec: ProcessSpec,
    private readonly pidFiles: PidFiles,
    private readonly terminal: Terminal,
  ) {}

  /** Resolves when the seed has finished or failed, true if it printed anything. A failure leaves the shop running. */
  async run(): Promise<boolean> {
    const began = Date.now();
    for (let run = 1; run <= MAX_RUNS && !this.#stopped; run += 1) {
      const ending = await this.#once();
      if (this.#stopped) return false;
      if (ending.code === 0) {
        this.terminal.say(`✓ seeding ${this.terminal.faint(formatSeconds(Date.now() - began))}`);
        return this.#hasOutput;
      }
      if (ending.by === 'itself') return this.#failed(ending.reason);
      this.terminal.problem(`! seed was ended by ${ending.signal}; running it again`);
    }
    return !this.#stopped && this.#failed(`was killed ${MAX_RUNS} times`);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running?.end('SIGTERM', STOP_TIMEOUT_MS);
  }

  async #once() {
    const { name } = this.spec;
    const running = spawnProcess(this.spec);
    this.#running = running;
    recordPid(running, name, this.pidFiles, this.terminal);
    for (const stream of running.outputs)
      this.terminal.follow(name, stream, { onOutput: () => (this.#hasOutput = true) });
    const ending = await running.ended;
    this.#running = undefined;
    removePid(name, this.pidFiles, this.terminal);
    return ending;
  }

  #failed(reason: string): true {
    this.terminal.problem(
      `✗ seeding did not finish (${reason}). The shop runs with the geodes it has. To try again, stop it (Ctrl-C) ` +
        `and run npm start: the seed continues where it stopped. SEED=none skips it.`,
    );
    return true;
  }
}

const PAGE_SIZE = 10;
const POLL_MS = 250;
const REQUEST_TIMEOUT_MS = 2000;
/** Drawing ten geodes takes seconds. A stuck seed must not keep the shop from opening. */
const MAX_WAIT_MS = 120_000;

/**
 * Resolves when the gallery's first page is full, or has `expected` geodes if that is fewer; at the latest after two
 * minutes.
 */
export async function untilFirstPage(shop: string, expected: number): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS;
  while ((await countGeodesOnSale(shop)) < Math.min(PAGE_SIZE, expected) && Date.now() < until) await sleep(POLL_MS);
}

async function countGeodesOnSale(shop: string): Promise<number> {
  try {
    const response = await fetch(`${shop}/api/geodes?limit=1`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return response.ok ? ((await response.json()) as { total: number }).total : 0;
  } catch {
    return 0;
  }
}
