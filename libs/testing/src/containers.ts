import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { dockerHost, freePort, isPostgresReady, type RunningServers, startServers } from '@geodes/servers';

const PULL_AND_START_TIMEOUT_MS = 180_000;

/** Whether a Docker engine on this Linux machine answers. Elsewhere engines live in a virtual machine, without our loopback. */
export async function dockerAnswers(): Promise<boolean> {
  const host = dockerHost();
  if (process.platform !== 'linux' || !host.startsWith('unix://')) return false;
  return new Promise((resolve) => {
    const socket = connect(host.slice('unix://'.length));
    const settle = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(1000, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('data', (data) => settle(data.toString('latin1').includes(' 200 ')));
    socket.once('connect', () => socket.write('GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n'));
  });
}

/**
 * PostgreSQL, Redis and NATS in containers, the object store as a process of its own.
 * They share the host's network on free loopback ports, which also works with engines that have no bridge.
 */
export async function startContainers(dataDir: string): Promise<RunningServers> {
  const password = randomBytes(18).toString('base64url');
  const [postgres, redis, nats] = [await freePort(), await freePort(), await freePort()];
  const urls = {
    postgres: `postgres://postgres:${password}@127.0.0.1:${postgres}/postgres`,
    redis: `redis://:${password}@127.0.0.1:${redis}`,
    nats: `nats://geodes:${password}@127.0.0.1:${nats}`,
  };
  const wanted = [
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(['postgres', '-p', String(postgres), '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'])
      // the image starts it once without a port, to set itself up, and says so then too: see postgresIsUp
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
    for (const container of wanted)
      running.push(await container.withNetworkMode('host').withStartupTimeout(PULL_AND_START_TIMEOUT_MS).start());
    await postgresIsUp(urls.postgres);
    const own = await startServers({ dataDir, durable: false }, urls);
    const stop = async () => {
      await own.stop();
      await stopContainers();
    };
    return { urls: own.urls, stop };
  } catch (error) {
    await stopContainers();
    throw error;
  }
}

async function postgresIsUp(url: string): Promise<void> {
  for (let attempt = 0; !(await isPostgresReady(url)); attempt += 1) {
    if (attempt > 300) throw new Error('PostgreSQL in its container does not answer');
    await sleep(100);
  }
}
