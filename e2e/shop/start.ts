import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startShop } from '@geodes/testing';
import { ADMIN_PIN, PORT, RUN, SCALE, SEED_COUNT, SHOP_URL, SIMULATOR_PORT } from './address.js';

/** Only says that they do not come: pictures are made with what the processors have to spare. */
const SEED_LIMIT_MS = 420_000;
/** What the shop said during the tests. */
const LOG = fileURLToPath(new URL(`../.results/${RUN}-shop.log`, import.meta.url));

/** Starts the built shop on data of its own, waits until its demo stones are on sale, and stops it after the tests. */
export default async (): Promise<() => Promise<void>> => {
  const { dataDir, stop } = await startShop({
    scale: SCALE,
    port: PORT,
    simulatorPort: SIMULATOR_PORT,
    env: {
      ADMIN_PIN,
      ...(SEED_COUNT > 0 ? { SEED: 'demo', SEED_COUNT: String(SEED_COUNT), SEED_VIEWS: '2' } : {}),
      FAILPOINTS: 'on',
      // all that the shop says is looked through for personal data when it has stopped
      LOG_LEVEL: 'info',
    },
    log: LOG,
  });
  process.env.E2E_DATA_DIR = dataDir;
  const end = Date.now() + SEED_LIMIT_MS;
  while (!(await onSale())) {
    if (Date.now() > end) {
      await stop();
      throw new Error('The demo stones did not come on sale.');
    }
    await sleep(500);
  }
  return stop;
};

const onSale = async (): Promise<boolean> => {
  try {
    const reply = await fetch(`${SHOP_URL}/api/geodes?limit=1`, { signal: AbortSignal.timeout(2_000) });
    return reply.ok && ((await reply.json()) as { total: number }).total >= SEED_COUNT;
  } catch {
    return false;
  }
};
