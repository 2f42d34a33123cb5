import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, type StartedShop, startShop } from '@geodes/testing';
import { fillCatalogue } from './data/fill-catalogue.js';

export const RESULTS = fileURLToPath(new URL('../.results', import.meta.url));
const READY_LIMIT_MS = 20_000;
/** What the gateway keeps ready is forgotten after ten seconds; the catalogue was changed behind its back. */
const FORGOTTEN_MS = 10_500;
/** More than catalog needs to read 100,000 geodes. */
const READ_MS = 3_000;

/** The shop under measurement. */
export class BenchShop {
  private geodes = 0;
  private readonly more: ChildProcess[] = [];
  readonly catalog: string;
  readonly orders: string;

  private constructor(readonly shop: StartedShop) {
    this.catalog = shop.servers.database('catalog');
    this.orders = shop.servers.database('orders');
  }

  /** The built shop on data of its own, one process of each kind; nothing is in it yet. */
  static async start(log = join(RESULTS, 'shop.log')): Promise<BenchShop> {
    return new BenchShop(await startShop({ log, env: { SQUARE_SIMULATOR_LATENCY_MS: '0' } }));
  }

  get gateway(): string {
    return this.shop.gateways[0];
  }

  /** Sees to it that there are so many geodes and no others, and that every reader sees them. */
  async have(count: number, say: (line: string) => void, isAnew = false): Promise<void> {
    if (this.geodes === count && !isAnew) return;
    const began = performance.now();
    await fillCatalogue(this.catalog, count, say);
    const isNew = this.geodes === 0;
    this.geodes = count;
    say(`  ${count.toLocaleString('en-US')} geodes in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    // so many changes at once are not followed: with the first question catalog begins to read all geodes
    await fetch(`${this.gateway}/api/geodes?maxPrice=1`, { signal: AbortSignal.timeout(READY_LIMIT_MS) });
    await sleep(isNew ? READ_MS : FORGOTTEN_MS);
  }

  /** One more gateway with the environment of the first, changed a little. It ends with the shop. */
  async startGateway(env: Record<string, string>): Promise<string> {
    const pid = this.shop.processes.pidOf('gateway');
    const said = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const own = Object.fromEntries(said.filter(Boolean).map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
    const port = await freePort();
    const log = openSync(join(RESULTS, `gateway-${port}.log`), 'w');
    const child = spawn(process.execPath, args, {
      env: { ...own, ...env, PORT: String(port) },
      stdio: ['ignore', log, log],
    });
    this.more.push(child);
    const origin = `http://127.0.0.1:${port}`;
    const end = performance.now() + READY_LIMIT_MS;
    while (!(await isReady(origin))) {
      if (child.exitCode !== null || performance.now() > end) throw new Error('Another gateway did not start.');
      await sleep(100);
    }
    return origin;
  }

  stopGateways(): void {
    for (const child of this.more.splice(0)) child.kill();
  }

  async stop(): Promise<void> {
    this.stopGateways();
    await this.shop.stop();
  }
}

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
};
