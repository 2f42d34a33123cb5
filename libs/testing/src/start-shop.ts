import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@geodes/servers';
import { consecutivePorts, endProcess, hasEnded, isReady } from './programs.js';
import { scanLog } from './personal-data.js';

export interface ShopOptions {
  /** SCALE of `npm start`; defaults to one process of each kind. */
  scale?: string;
  /** First port of the gateways; defaults to free ones. */
  port?: number;
  simulatorPort?: number;
  /** Port of the letters' page; SMTP gets the next one. */
  mailCatcherPort?: number;
  /** Data folder, kept after `stop`. Defaults to a temporary folder that `stop` deletes. */
  dataDir?: string;
  /** Additional environment variables of `npm start`. */
  env?: Record<string, string>;
  /** File for the shop's log. */
  log: string;
}

export interface StartedShop {
  /** URL of each gateway. */
  gateways: [string, ...string[]];
  simulator: string;
  /** Absolute path. A temporary folder is deleted by `stop`. */
  dataDir: string;
  adminPin: string;
  processes: ShopProcesses;
  servers: ShopServers;
  /** Stops everything in order. Throws if the log contains personal data, with its lines but not its values. */
  stop(): Promise<void>;
}

export const SERVICES = ['catalog', 'orders', 'payments', 'media'] as const;
export type Service = (typeof SERVICES)[number];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUPERVISOR = join('tools', 'start', 'dist', 'main.js');
export const ADMIN_PIN = '314159265';
/** Of the PIN, with the least cost that is allowed: tests log in hundreds of times. */
export const ADMIN_PIN_HASH = 'scrypt$16384$1$1$c2FsdCBvZiB0aGUgdGVzdHM=$/mLWeA/BcnmR7vDigRv8asr05BqGbNZykROVZXuC/Ck=';
const READY_TIMEOUT_MS = 180_000;
/** The supervisor itself needs at most 10 s. */
const STOP_TIMEOUT_MS = 15_000;
/** End of the log in the error if the shop does not start, characters. */
const LOG_TAIL_LENGTH = 20_000;

/**
 * Starts the built shop as `npm start` does, with free ports, no demo catalogue and no rate limits. The shop ends with
 * this process, even if that is killed. Throws an Error with the end of the log if the shop does not start.
 */
export const startShop = async (options: ShopOptions): Promise<StartedShop> => {
  const { scale = '', port, simulatorPort, mailCatcherPort, env, log } = options;
  const instances = (kind: string) => Number(new RegExp(`(?:^|,)${kind}=(\\d+)`).exec(scale)?.[1] ?? 1);
  const first = port ?? (await consecutivePorts(instances('gateway')));
  const gatewayPorts = range(first, instances('gateway'));
  const simulatorAt = simulatorPort ?? (await freePort(gatewayPorts));
  const mailCatcherAt = mailCatcherPort ?? (await consecutivePorts(2, [...gatewayPorts, simulatorAt]));
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'geodes-shop-')));
  mkdirSync(dirname(log), { recursive: true });
  // the shop writes the file itself, so that logging costs this process nothing in measurements
  const output = openSync(log, 'w');
  const shop = spawn(process.execPath, [SUPERVISOR], {
    cwd: ROOT,
    env: {
      ...process.env,
      npm_lifecycle_event: '',
      SEED: 'none',
      RATE_LIMIT: 'off',
      ADMIN_PIN_HASH,
      ...env,
      SCALE: scale,
      DATA_DIR: dataDir,
      PORT: String(first),
      SQUARE_SIMULATOR_PORT: String(simulatorAt),
      MAIL_CATCHER_PORT: String(mailCatcherAt),
    },
    // the supervisor stops when this IPC channel closes
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const gateways = gatewayPorts.map((at) => `http://127.0.0.1:${at}`);
  const processes = new ShopProcesses(dataDir);
  const stop = async () => {
    await endProcess(shop, 'SIGTERM', STOP_TIMEOUT_MS);
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    const findings = await scanLog(log, [ADMIN_PIN]);
    if (findings.length > 0)
      throw new Error(
        `The shop's log contains personal data:\n${findings.map(({ file, line, what }) => `${file}:${line}: ${what}`).join('\n')}`,
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
    if (hasEnded(shop) || Date.now() > end) {
      await stop().catch(() => undefined);
      throw new Error(`The shop did not start.\n${readFileSync(log, 'utf8').slice(-LOG_TAIL_LENGTH)}`);
    }
    await sleep(250);
  }
  return {
    gateways: gateways as [string, ...string[]],
    simulator: `http://127.0.0.1:${simulatorAt}`,
    dataDir,
    adminPin: ADMIN_PIN,
    processes,
    servers: new ShopServers(dataDir),
    stop,
  };
};

/** The running processes of a shop, read from its pid files. */
export class ShopProcesses {
  constructor(private readonly dataDir: string) {}

  /** `orders`, `orders.2`, `postgres` … */
  names(): string[] {
    return readdirSync(join(this.dataDir, 'run'))
      .filter((file) => file.endsWith('.pid'))
      .map((file) => file.slice(0, -'.pid'.length));
  }

  /** Names of a service's processes: `orders`, `orders.2`. */
  ofKind(kind: string): string[] {
    return this.names().filter((name) => name === kind || name.startsWith(`${kind}.`));
  }

  /** Returns a process's id. Throws while the process is down. */
  pidOf(name: string): number {
    const pid = Number(readFileSync(join(this.dataDir, 'run', `${name}.pid`), 'utf8').trim());
    if (!(pid > 1)) throw new Error(`${name} has no pid yet`);
    return pid;
  }

  /** Sends SIGKILL. Returns false if the process is already down. */
  kill(name: string): boolean {
    try {
      process.kill(this.pidOf(name), 'SIGKILL');
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the loopback port of a service or server. A service's has /health, /metrics and, in tests, /failpoints. */
  portOf(name: string): number {
    const ports = JSON.parse(readFileSync(join(this.dataDir, 'ports.json'), 'utf8')) as Record<string, number>;
    const port = ports[name];
    if (!port) throw new Error(`${name} has no port`);
    return port;
  }
}

/**
 * URLs with passwords of a running shop's servers, read from its data folder. Throws if a port or secret is missing.
 */
export class ShopServers {
  constructor(private readonly dataDir: string) {}

  /** Options of a NATS connection as the administrator, who may hear and send everything. */
  get nats(): { servers: string; user: string; pass: string } {
    return { servers: this.host('nats'), user: 'geodes', pass: this.secret('nats') };
  }

  /** Redis's URL as the administrator. */
  get redis(): string {
    return `redis://geodes:${this.secret('redis')}@${this.host('redis')}`;
  }

  /** The server's URL as superuser. */
  get postgres(): string {
    return `postgres://postgres:${this.secret('postgres')}@${this.host('postgres')}/postgres`;
  }

  /** Returns the URL of a service's database, as its owner or as the read-only audit role. */
  database(service: Service, as: 'owner' | 'audit' = 'owner'): string {
    const name = `geodes_${service}`;
    const role = as === 'owner' ? name : 'geodes_audit';
    return `postgres://${role}:${this.secret(`database.${role}`)}@${this.host('postgres')}/${name}`;
  }

  private host(server: string): string {
    return `127.0.0.1:${new ShopProcesses(this.dataDir).portOf(server)}`;
  }

  private secret(name: string): string {
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
    const secret = secrets[name];
    if (!secret) throw new Error(`there is no secret ${name} in ${this.dataDir}`);
    return secret;
  }
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
