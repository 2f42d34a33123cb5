import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { provisionNats } from './nats.js';
import { provisionObjectStore } from './object-store.js';
import { PortStore, SecretStore } from './ports-and-secrets.js';
import { provisionPostgres } from './postgres.js';
import { isAlive, OWNER_VARIABLE, PidFiles, sendSignal, waitForExit } from './process-table.js';
import { provisionRedis } from './redis.js';
import type { ProvisionOptions, ServerProcess, ServerUrls } from './server-process.js';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8000;

export interface RunningServers {
  urls: ServerUrls;
  /** Stops all servers cleanly within ten seconds. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, Redis, NATS and an object store on loopback, except those with an external URL, and waits until they
 * are ready. Ends orphans of a killed run on the same folder first. Does not restart servers: that is the supervisor's
 * work. Kills them if this process exits without `stop()`.
 */
export async function startServers(
  options: ProvisionOptions,
  external: Partial<ServerUrls> = {},
): Promise<RunningServers> {
  const pidFiles = new PidFiles(options.dataDir);
  await Promise.all(pidFiles.findOrphans().map((orphan) => pidFiles.end(orphan, 'SIGTERM', 3000)));
  const { processes, urls } = await provision(options, external);
  const running: { server: ServerProcess; child: ChildProcess }[] = [];
  const killAll = () => {
    for (const { child } of running) if (child.pid && isAlive(child.pid)) sendSignal(child.pid, 'SIGKILL', 'group');
  };
  const stop = async () => {
    process.off('exit', killAll);
    await Promise.all(running.splice(0).map(({ server, child }) => stopServer(server, child, pidFiles)));
  };
  process.on('exit', killAll);
  try {
    for (const server of processes) running.push({ server, child: await startServer(server, pidFiles) });
    await Promise.all(running.map(({ server, child }) => untilReady(server, child)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, stop };
}

interface Provision {
  processes: ServerProcess[];
  urls: ServerUrls;
}

/**
 * Prepares programs, data folders, ports and passwords of the servers without an external URL, and starts none. End
 * orphans of a killed run before, or their ports count as taken. Throws `NoServerError` when a server cannot run here.
 */
export async function provision(options: ProvisionOptions, external: Partial<ServerUrls> = {}): Promise<Provision> {
  mkdirSync(options.dataDir, { recursive: true });
  const ports = new PortStore(options.dataDir, options.reservedPorts);
  const secrets = new SecretStore(options.dataDir);
  const processes: ServerProcess[] = [];
  const provisionUnless = async <Access>(
    access: Access | undefined,
    make: (...args: [ProvisionOptions, PortStore, SecretStore]) => Promise<{ process: ServerProcess; access: Access }>,
  ): Promise<Access> => {
    if (access !== undefined) return access;
    const provisioned = await make(options, ports, secrets);
    const env = { ...provisioned.process.env, [OWNER_VARIABLE]: options.dataDir };
    processes.push({ ...provisioned.process, env });
    return provisioned.access;
  };
  // Sequential, because they share the files for ports and secrets.
  const urls: ServerUrls = {
    postgres: await provisionUnless(external.postgres, provisionPostgres),
    redis: await provisionUnless(external.redis, provisionRedis),
    nats: await provisionUnless(external.nats, provisionNats),
    s3: await provisionUnless(external.s3, provisionObjectStore),
  };
  return { processes, urls };
}

async function startServer(server: ServerProcess, pidFiles: PidFiles): Promise<ChildProcess> {
  await server.prepare?.();
  const { command, args, env, cwd, uid, gid } = server;
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  child.on('error', () => undefined);
  if (child.pid) pidFiles.write(server.name, child.pid);
  return child;
}

async function untilReady(server: ServerProcess, child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-2000)));
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await server.ready())) {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid)
      throw new Error(`${server.name} ended before it was ready. Its output:\n${output}`);
    if (Date.now() > until)
      throw new Error(`${server.name} was not ready within ${READY_TIMEOUT_MS} ms. Its output:\n${output}`);
    await sleep(50);
  }
}

async function stopServer(server: ServerProcess, child: ChildProcess, pidFiles: PidFiles): Promise<void> {
  if (child.pid && isAlive(child.pid)) {
    sendSignal(child.pid, server.stopSignal);
    if (!(await waitForExit([child.pid], STOP_TIMEOUT_MS))) sendSignal(child.pid, 'SIGKILL', 'group');
  }
  pidFiles.remove(server.name);
}
