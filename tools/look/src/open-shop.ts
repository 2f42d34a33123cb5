import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Geode, GeodePage, ShowcaseItem } from '@geodes/contracts';
import { startShop } from '@geodes/testing';

export interface OpenShop {
  /** Where its gateway is, as its canonical links say it. */
  address: string;
  adminPin: string;
  geodes: [Geode, ...Geode[]];
  stop(): Promise<void>;
}

const READY_LIMIT_MS = 600_000;
const RESULTS = new URL('../.results/', import.meta.url);

/** Starts the built shop on data of its own and waits until so many demo stones are there, with all their pictures. */
export const openShop = async (stones: number): Promise<OpenShop> => {
  const shop = await startShop({
    env: { SEED: 'demo', SEED_COUNT: String(stones) },
    log: fileURLToPath(new URL('shop.log', RESULTS)),
  });
  const { port } = new URL(shop.gateways[0]);
  const address = `http://localhost:${port}`;
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(address + path, { signal: AbortSignal.timeout(5_000) })).json()) as T;
  try {
    const end = Date.now() + READY_LIMIT_MS;
    for (;;) {
      const [page, showcase] = await Promise.all([
        read<GeodePage>('/api/geodes?limit=100'),
        read<ShowcaseItem[]>('/api/showcase'),
      ]).catch(() => [undefined, []] as const);
      // The further views of the stones come last.
      const isFilled =
        page?.total === stones && showcase.length > 0 && page.geodes.some(({ imageUrls }) => imageUrls.length > 1);
      if (page && isFilled)
        return { address, adminPin: shop.adminPin, geodes: page.geodes as [Geode, ...Geode[]], stop: shop.stop };
      if (Date.now() > end)
        throw new Error('The demo stones did not come. What the shop said is in .results/shop.log.');
      await sleep(500);
    }
  } catch (error) {
    await shop.stop();
    throw error;
  }
};
