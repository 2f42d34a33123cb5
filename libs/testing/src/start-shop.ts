import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, isPortFree } from '@geodes/servers';
import { scanLog } from './personal-data.js';
import { isReady } from './programs.js';
import { ShopProcesses } from './shop-processes.js';
import { SERVICES, ShopServers } from './shop-servers.js';

export interface ShopOptions {
  /** As SCALE of `npm start`; one of each unless told. */
  scale?: string;
  /** Where the gateways listen; free ones unless told. */
  port?: number;
  simulatorPort?: number;
  /** Where its data lie: they stay there after `stop`. Unless told a temporary folder, which goes. */
  dataDir?: string;
  /** Further variables of `npm start`. */
  env?: Record<string, string>;
  /** What the shop says is kept in this file. */
  log: string;
}

export interface StartedShop {
  /** Address of each gateway. */
  gateways: [string, ...string[]];
  simulator: string;
  /** Absolute; gone after `stop`, unless KEEP_SHOP is set. */
  dataDir: string;
  adminPin: string;
  processes: ShopProcesses;
  servers: ShopServers;
  /** Stops everything in order. Throws where the log shows something personal; says where, not what. */
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUPERVISOR = join('tools', 'start', 'dist', 'main.js');
const ADMIN_PIN = '314159265';
const READY_TIMEOUT_MS = 180_000;
/** The supervisor itself needs at most ten. */
const STOP_TIMEOUT_MS = 15_000;
/** Characters of the log that are shown where the shop does not open. */
const LAST_WORDS = 20_000;

/**
 * Starts the built shop as `npm start` does: its own data in a temporary folder, free ports, no demo catalogue, no
 * limits by address. Ends with this process, however that ends. Throws with the shop's last words where it does not open.
 */
export const startShop = async (options: ShopOptions): Promise<StartedShop> => {
  const { scale = '', port, simulatorPort, env, log } = options;
  const instances = (kind: string) => Number(new RegExp(`(?:^|,)${kind}=(\\d+)`).exec(scale)?.[1] ?? 1);
  const first = port ?? (await consecutivePorts(instances('gateway')));
  const simulatorAt = simulatorPort ?? (await freePort(range(first, instances('gateway'))));
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'geodes-shop-')));
  mkdirSync(dirname(log), { recursive: true });
  // written by the shop itself: whoever measures it has no part in its log
  const output = openSync(log, 'w');
  const shop = spawn(process.execPath, [SUPERVISOR], {
    cwd: ROOT,
    env: {
      ...process.env,
      npm_lifecycle_event: '',
      SEED: 'none',
      RATE_LIMIT: 'off',
      ADMIN_PIN,
      ...env,
      SCALE: scale,
      DATA_DIR: dataDir,
      PORT: String(first),
      SQUARE_SIMULATOR_PORT: String(simulatorAt),
    },
    // the channel tells the supervisor when this process is gone
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const gateways = range(first, instances('gateway')).map((at) => `http://127.0.0.1:${at}`);
  const processes = new ShopProcesses(dataDir);
  const stop = async () => {
    await stopShop(shop);
    if (!options.dataDir && !process.env.KEEP_SHOP) await rm(dataDir, { recursive: true, force: true });
    const findings = await scanLog(log, [env?.ADMIN_PIN ?? ADMIN_PIN]);
    if (findings.length > 0)
      throw new Error(
        `The shop wrote what nobody may read:\n${findings.map(({ file, line, what }) => `${file}:${line}: ${what}`).join('\n')}`,
      );
  };
  const areReady = async () => {
    const services = SERVICES.flatMap((kind) =>
      range(1, instances(kind)).map((n) => (n === 1 ? kind : `${kind}.${n}`)),
    );
    return Promise.all(
      [...gateways, ...services.map((name) => `http://127.0.0.1:${processes.portOf(name)}`)].map(isReady),
    );
  };
  const end = Date.now() + READY_TIMEOUT_MS;
  while (!(await areReady().catch(() => [false])).every(Boolean)) {
    if (shop.exitCode !== null || Date.now() > end) {
      await stop().catch(() => undefined);
      throw new Error(`The shop did not open.\n${readFileSync(log, 'utf8').slice(-LAST_WORDS)}`);
    }
    await sleep(250);
  }
  return {
    gateways: gateways as [string, ...string[]],
    simulator: `http://127.0.0.1:${simulatorAt}`,
    dataDir,
    adminPin: env?.ADMIN_PIN ?? ADMIN_PIN,
    processes,
    servers: new ShopServers(dataDir),
    stop,
  };
};

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** The gateways of one shop listen side by side. */
const consecutivePorts = async (count: number): Promise<number> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = await freePort();
    const free = await Promise.all(range(first, count).map((port) => isPortFree(port)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} free ports side by side.`);
};

const stopShop = async (shop: ChildProcess): Promise<void> => {
  if (shop.exitCode !== null || shop.signalCode !== null) return;
  const ended = once(shop, 'exit');
  shop.kill('SIGTERM');
  const late = setTimeout(() => shop.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
};
