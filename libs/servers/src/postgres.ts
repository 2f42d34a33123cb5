import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PortStore, SecretStore } from './ports-and-secrets.js';
import { minimalEnvironment, runProgram } from './machine.js';
import {
  changeOwner,
  findPostgresPrograms,
  findUnprivilegedUser,
  type PostgresPrograms,
  type UnprivilegedUser,
} from './postgres-programs.js';
import { readTextFile, writePrivateFile } from './private-file.js';
import { findProcessesByFolder, isOrphan, sendSignal, waitForExit } from './process-table.js';
import { respondsWith } from './probes.js';
import type { Provisioned, ProvisionOptions } from './server-process.js';

/** Fits two cores and little memory. Each instance of a service has a connection pool. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '1',
  random_page_cost: '1.1',
  wal_compression: 'on',
  max_wal_size: '512MB',
  idle_in_transaction_session_timeout: '60s',
  password_encryption: 'scram-sha-256',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

const PROTOCOL_3 = 3 << 16;

/** Socket paths have at most 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_BYTES = 103;

/** For tests: data survives a crash of the process, not of the machine. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Returns the arguments with which PostgreSQL listens on a port of loopback, in a container too. */
export const postgresArguments = (port: number, isDurable: boolean): string[] => {
  const settings = {
    ...SETTINGS,
    ...(isDurable ? {} : NOT_DURABLE),
    listen_addresses: '127.0.0.1',
    port: String(port),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

/** Provisions a private PostgreSQL in DATA_DIR/postgres and creates its cluster if missing. Throws `NoServerError`. */
export async function provisionPostgres(
  options: ProvisionOptions,
  ports: PortStore,
  secrets: SecretStore,
): Promise<Provisioned<string>> {
  const programs = findPostgresPrograms();
  const user = await findUnprivilegedUser(programs.postgres);
  // only to get through to its own folder: it cannot list or read anything there
  if (user.uid !== undefined) chmodSync(options.dataDir, 0o711);
  const data = join(options.dataDir, 'postgres');
  const password = secrets.get('postgres');
  await cleanUpCrash(data, options.dataDir);
  if (!existsSync(join(data, 'PG_VERSION'))) await makeCluster(programs, user, data, password, options);
  changeOwner(data, user.owner);
  await refuseOtherVersion(programs, data, options.dataDir);
  const port = await ports.get('postgres');
  const socket = socketFolder(data, port, options);
  const url = new URL(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  if (socket) url.searchParams.set('host', socket);
  const set = [...postgresArguments(port, options.durable !== false), '-c', `unix_socket_directories=${socket ?? ''}`];
  const [command = programs.postgres, ...args] = [...user.prefix, programs.postgres, '-D', data, ...set];
  return {
    access: url.href,
    process: {
      name: 'postgres',
      command,
      args,
      env: minimalEnvironment(),
      cwd: data,
      uid: user.uid,
      gid: user.gid,
      stopSignal: 'SIGINT',
      hiddenLines: / LOG: {2}/,
      prepare: () => cleanUpCrash(data, options.dataDir),
      ready: () => acceptsConnections(port),
    },
  };
}

/**
 * Returns the folder of the Unix socket, which makes a short statement a third cheaper. It is the data folder, which no
 * other user may enter. Tests use TCP, which they can cut and delay.
 */
function socketFolder(data: string, port: number, { durable }: ProvisionOptions): string | undefined {
  if (durable === false || process.platform === 'win32') return undefined;
  return Buffer.byteLength(join(data, `.s.PGSQL.${port}`)) <= MAX_SOCKET_BYTES ? data : undefined;
}

/**
 * Runs initdb in a temporary folder, so a crash leaves nothing that looks like a database. Throws if `data` has files: a
 * database that is damaged is never replaced.
 */
async function makeCluster(
  programs: PostgresPrograms,
  user: UnprivilegedUser,
  data: string,
  password: string,
  options: ProvisionOptions,
): Promise<void> {
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new Error(
      `The database in ${data} is damaged: PG_VERSION is missing. Restore a backup into a new DATA_DIR, or move the ` +
        'folder away to begin with an empty shop.',
    );
  options.progress?.('making a new database cluster');
  const newData = `${data}.new`;
  const passwordFile = join(options.dataDir, 'initdb-password');
  await killAll(findProcessesByFolder(newData));
  rmSync(newData, { recursive: true, force: true });
  mkdirSync(newData, { mode: 0o700 });
  changeOwner(newData, user.owner);
  writePrivateFile(passwordFile, password);
  if (user.owner !== undefined) chownSync(passwordFile, user.owner, user.owner);
  const [command = programs.initdb, ...args] = [...user.prefix, programs.initdb, ...(await initdbOptions(programs))];
  try {
    await runProgram(command, [...args, `--pwfile=${passwordFile}`, '-D', newData], {
      uid: user.uid,
      gid: user.gid,
      cwd: newData,
      env: minimalEnvironment(),
      timeout: 120_000,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(newData, data);
}

async function initdbOptions(programs: PostgresPrograms): Promise<string[]> {
  const locale = (await majorVersion(programs)) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  return ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', ...locale];
}

async function majorVersion(programs: PostgresPrograms): Promise<number> {
  const stdout = await runProgram(programs.postgres, ['--version'], { timeout: 10_000 });
  return Number(/(\d+)/.exec(stdout)?.[1]);
}

async function refuseOtherVersion(programs: PostgresPrograms, data: string, dataDir: string): Promise<void> {
  const stored = Number(readTextFile(join(data, 'PG_VERSION')));
  const here = await majorVersion(programs);
  if (stored !== here)
    throw new Error(
      `The data in ${data} was made by PostgreSQL ${stored}, this machine would run ${here}. ` +
        `Run \`npm install --no-save\` to get version ${stored} back, or set DATA_DIR to a new folder (${dataDir} stays as it is).`,
    );
}

async function killAll(pids: number[]): Promise<void> {
  for (const pid of pids) sendSignal(pid, 'SIGKILL');
  await waitForExit(pids, 2000);
}

/**
 * Returns whether PostgreSQL accepts connections, as pg_isready does: a server that starts, stops or is full responds to
 * the startup message with an error, a working one requests the password (message `R`).
 */
function acceptsConnections(port: number): Promise<boolean> {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + parameters.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return respondsWith(port, Buffer.concat([head, parameters]), 'R');
}

/** Ends the postmaster of a killed run and its children, and removes stale lock files. */
async function cleanUpCrash(data: string, dataDir: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const pid = Number(readTextFile(lock)?.split('\n')[0]);
  if (isOrphan(pid, dataDir)) {
    sendSignal(pid, 'SIGINT');
    if (!(await waitForExit([pid], 5000))) sendSignal(pid, 'SIGKILL');
  }
  // Children of a killed postmaster hold its shared memory until they exit.
  const children = findProcessesByFolder(data);
  if (!(await waitForExit(children, 1000))) for (const child of children) sendSignal(child, 'SIGQUIT');
  if (!(await waitForExit(children, 3000))) for (const child of children) sendSignal(child, 'SIGKILL');
  await waitForExit(
    [...children, ...(pid > 1 ? [pid] : [])].filter((each) => isOrphan(each, dataDir)),
    1000,
  );
  rmSync(lock, { force: true });
  // A socket's lock file whose pid was reused would keep PostgreSQL from starting.
  for (const socket of existsSync(data) ? readdirSync(data).filter((name) => name.startsWith('.s.PGSQL.')) : [])
    rmSync(join(data, socket), { force: true });
}
