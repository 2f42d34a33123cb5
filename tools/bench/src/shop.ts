import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { GeodePage } from '@geodes/contracts';
import { demoOrder, ORDER_PATH, type StartedShop, startShop } from '@geodes/testing';
import { fillCatalogue, fillPictures } from './fill-databases.js';
import type { LoadRequest } from './load.js';
import { parentOf, processTree } from './process-tree.js';

const LOG = fileURLToPath(new URL('../.results/shop.log', import.meta.url));
const READ_TIMEOUT_MS = 10_000;
/** Longer than the gateway caches public reads, because filling the database does not invalidate its cache. */
export const CACHE_MS = 10_500;
const PAGE = 100;

/** The built shop on separate data: one process of each kind, and a Square simulator that responds at once. */
export class BenchShop {
  private geodes = 0;

  private constructor(readonly shop: StartedShop) {}

  static async start(): Promise<BenchShop> {
    return new BenchShop(await startShop({ log: LOG, env: { SQUARE_SIMULATOR_LATENCY_MS: '0' } }));
  }

  get origin(): string {
    return this.shop.gateways[0];
  }

  database(name: 'catalog' | 'media' | 'orders'): string {
    return this.shop.servers.database(name);
  }

  /** Returns the process ids of `npm start` and its descendants. */
  processes(): number[] {
    return processTree(parentOf(this.shop.processes.pidOf('gateway')));
  }

  /** Fills the catalogue with exactly this many unsold geodes, unless it already has them. */
  async fill(count: number, say: (line: string) => void, { again = false } = {}): Promise<void> {
    if (this.geodes === count && !again) return;
    await fillPictures(this.database('media'), count);
    await fillCatalogue(this.database('catalog'), count, say);
    this.geodes = count;
    await sleep(CACHE_MS);
  }

  /** Ids of unsold geodes, oldest first: no list under measurement shows those first. Throws if there are fewer. */
  async geodeIds(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < count; page += 1) {
      const response = await fetch(`${this.origin}/api/geodes?sortBy=oldest&limit=${PAGE}&page=${page}`, {
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      });
      const { geodes } = (await response.json()) as GeodePage;
      if (geodes.length === 0) throw new Error(`There are only ${ids.length} geodes on sale.`);
      ids.push(...geodes.map(({ id }) => id));
    }
    return ids.slice(0, count);
  }

  stop(): Promise<void> {
    return this.shop.stop();
  }
}

/** Returns an order of one geode by a new buyer. */
export const orderOf = (geodeId: string): LoadRequest => {
  const { key, body } = demoOrder([geodeId]);
  return { path: ORDER_PATH, post: { key, body } };
};
