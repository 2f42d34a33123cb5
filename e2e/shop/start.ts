import { fileURLToPath } from 'node:url';
import { startShop, until } from '@geodes/testing';
import type { GeodePage, ShowcaseItem } from '@geodes/contracts';
import {
  MAIL_CATCHER_PORT,
  OWNER_EMAIL,
  PORT,
  RUN,
  SCALE,
  SEED_COUNT,
  SHOP_URL,
  SIMULATOR_PORT,
  WHOLE_SEED,
} from './settings.js';

/** Generous, because the seed draws pictures at low priority. */
const SEED_TIMEOUT_MS = 420_000;
/** The shop's log during the tests. */
const LOG = fileURLToPath(new URL(`../.results/${RUN}-shop.log`, import.meta.url));

/** Starts the built shop on an empty data folder, waits for its demo geodes, and stops it after the tests. */
export default async (): Promise<() => Promise<void>> => {
  const { dataDir, stop } = await startShop({
    scale: SCALE,
    port: PORT,
    simulatorPort: SIMULATOR_PORT,
    mailCatcherPort: MAIL_CATCHER_PORT,
    env: {
      OWNER_EMAIL,
      ...(SEED_COUNT > 0
        ? { SEED: 'demo', SEED_COUNT: String(SEED_COUNT), ...(WHOLE_SEED ? {} : { SEED_VIEWS: '1' }) }
        : {}),
      FAILPOINTS: 'on',
      // after the shop stops, its log is searched for personal data
      LOG_LEVEL: 'info',
    },
    log: LOG,
  });
  process.env.E2E_DATA_DIR = dataDir;
  if (await until(onSale, SEED_TIMEOUT_MS)) return stop;
  await stop();
  throw new Error('The demo geodes did not come on sale.');
};

const read = async <T>(path: string): Promise<T> =>
  (await (await fetch(SHOP_URL + path, { signal: AbortSignal.timeout(2_000) })).json()) as T;

const onSale = async (): Promise<boolean> => {
  try {
    const { total, geodes } = await read<GeodePage>('/api/geodes?limit=100');
    if (!WHOLE_SEED || total < SEED_COUNT) return total >= SEED_COUNT;
    // the seed adds further views last
    const showcase = await read<ShowcaseItem[]>('/api/showcase');
    return showcase.length > 0 && geodes.some(({ imageUrls }) => imageUrls.length > 1);
  } catch {
    return false;
  }
};
