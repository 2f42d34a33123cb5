import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN_PIN, PORT, SEED_COUNT, SHOP_URL, SIMULATOR_PORT } from './address.js';

const READY_LIMIT_MS = 180_000;
/** What the shop said during the tests. */
const LOG = fileURLToPath(new URL('../.results/shop.log', import.meta.url));

/** Starts the built shop on data of its own, waits until its demo stones are on sale, and stops it after the tests. */
export default async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'geodes-e2e-'));
  process.env.E2E_DATA_DIR = dataDir;
  const main = fileURLToPath(new URL('../../tools/start/dist/main.js', import.meta.url));
  const shop = spawn(process.execPath, [main], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      SQUARE_SIMULATOR_PORT: String(SIMULATOR_PORT),
      ADMIN_PIN,
      ...(SEED_COUNT > 0 ? { SEED_COUNT: String(SEED_COUNT) } : { SEED: 'none' }),
      RATE_LIMIT: 'off',
      FAILPOINTS: 'on',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await mkdir(dirname(LOG), { recursive: true });
  const log = createWriteStream(LOG);
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      log.write(chunk);
    });
  }
  const end = Date.now() + READY_LIMIT_MS;
  while (!(await onSale())) {
    if (shop.exitCode !== null || Date.now() > end) throw new Error(`The shop did not open.\n${output}`);
    await sleep(500);
  }
  return async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    }
    if (process.env.E2E_KEEP === undefined) await rm(dataDir, { recursive: true, force: true });
  };
};

const onSale = async (): Promise<boolean> => {
  try {
    const reply = await fetch(`${SHOP_URL}/api/geodes?limit=1`, { signal: AbortSignal.timeout(2_000) });
    return reply.ok && ((await reply.json()) as { total: number }).total >= SEED_COUNT;
  } catch {
    return false;
  }
};
