import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerHost, freePort, postgresArguments, type RunningServers, startServers } from '@geodes/servers';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { USE_DOCKER } from './config.js';
import { until } from './polling.js';
import { onDatabase } from './servers.js';

const PULL_AND_START_TIMEOUT_MS = 180_000;

/**
 * Returns whether a Docker engine responds. Linux only: elsewhere engines run in a virtual machine without our
 * loopback.
 */
async function dockerAnswers(): Promise<boolean> {
  const host = dockerHost();
  if (process.platform !== 'linux' || !host.startsWith('unix://')) return false;
  return new Promise((resolve) => {
    const socketPath = host.slice('unix://'.length);
    const request = get({ socketPath, path: '/_ping', agent: false, signal: AbortSignal.timeout(1_000) });
    request.once('error', () => resolve(false));
    request.once('response', (response) => resolve(response.resume().statusCode === 200));
  });
}

/**
 * Starts PostgreSQL, Redis and NATS in containers, and the object store as a process. The containers use the host's
 * network on free loopback ports, which also works with engines without a bridge network.
 */
async function startContainers(dataDir: string): Promise<RunningServers> {
  const password = randomBytes(18).toString('base64url');
  const [postgres, redis, nats] = [await freePort(), await freePort(), await freePort()];
  const urls = {
    postgres: `postgres://postgres:${password}@127.0.0.1:${postgres}/postgres`,
    redis: `redis://:${password}@127.0.0.1:${redis}`,
    nats: `nats://geodes:${password}@127.0.0.1:${nats}`,
  };
  const containers = [
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(['postgres', ...postgresArguments(postgres, false)])
      // the image logs this line once before, during its setup without a port; runsQueries covers that
      .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/)),
    new GenericContainer('redis:7')
      .withCommand(['redis-server', '--bind', '127.0.0.1', '--port', String(redis), '--requirepass', password])
      .withWaitStrategy(Wait.forLogMessage(/[Rr]eady to accept connections/)),
    new GenericContainer('nats:2')
      .withCommand(['-a', '127.0.0.1', '-p', String(nats), '--user', 'geodes', '--pass', password])
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/)),
  ];
  const running: StartedTestContainer[] = [];
  const stopContainers = () => Promise.all(running.splice(0).map((container) => container.stop({ timeout: 3000 })));
  try {
    for (const container of containers)
      running.push(await container.withNetworkMode('host').withStartupTimeout(PULL_AND_START_TIMEOUT_MS).start());
    if (!(await until(() => runsQueries(urls.postgres), 30_000, 100)))
      throw new Error('PostgreSQL in its container does not respond');
    const servers = await startServers({ dataDir, durable: false }, urls);
    const stop = async () => {
      await servers.stop();
      await stopContainers();
    };
    return { urls: servers.urls, stop };
  } catch (error) {
    await stopContainers();
    throw error;
  }
}

function runsQueries(url: string): Promise<boolean> {
  return onDatabase(url, (client) => client.query('SELECT 1'), 2_000).then(
    () => true,
    () => false,
  );
}

/**
 * Runs the servers of one test run as a process. It prints their URLs as one line of JSON and runs until a signal or
 * the end of its standard input, which also ends if the test run is killed.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'geodes-test-'));
const servers = await start();
process.stdout.write(`${JSON.stringify(servers.urls)}\n`);
process.stdin.resume().once('end', stop).once('error', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

async function start(): Promise<RunningServers> {
  try {
    if (USE_DOCKER && (await dockerAnswers())) {
      log('test servers: containers, a Docker engine responds');
      return await startContainers(dataDir);
    }
  } catch (error) {
    log(`test servers: containers did not start (${String(error)}); using private processes instead`);
  }
  log('test servers: private processes on loopback');
  return startServers({ dataDir, durable: false, progress: log });
}

function stop(): void {
  void servers.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
