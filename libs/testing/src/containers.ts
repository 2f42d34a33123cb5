import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import {
  dockerHost,
  freePort,
  isPostgresReady,
  postgresArguments,
  type RunningServers,
  startServers,
} from '@geodes/servers';

const PULL_AND_START_TIMEOUT_MS = 180_000;

/**
 * Returns whether a Docker engine responds. Linux only: elsewhere engines run in a virtual machine without our
 * loopback.
 */
export async function dockerAnswers(): Promise<boolean> {
  const host = dockerHost();
  if (process.platform !== 'linux' || !host.startsWith('unix://')) return false;
  return new Promise((resolve) => {
    const socket = connect(host.slice('unix://'.length));
    const settle = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.setTimeout(1000, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('data', (data) => settle(data.toString('latin1').includes(' 200 ')));
    socket.once('connect', () => socket.write('GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n'));
  });
}

/**
 * Starts PostgreSQL, Redis and NATS in containers, and the object store as a process. The containers use the host's
 * network on free loopback ports, which also works with engines without a bridge network.
 */
export async function startContainers(dataDir: string): Promise<RunningServers> {
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
      // the image logs this line once before, during its setup without a port; waitForPostgres covers that
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
    await waitForPostgres(urls.postgres);
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

async function waitForPostgres(url: string): Promise<void> {
  for (let attempt = 0; !(await isPostgresReady(url)); attempt += 1) {
    if (attempt > 300) throw new Error('PostgreSQL in its container does not respond');
    await sleep(100);
  }
}
