// Checks that the shop's ports are free. The entry script runs it before installing and building, which takes minutes.
// The supervisor runs it again after it ended the processes of an interrupted run. Plain JavaScript for Node 20.19.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Defaults above PORT and above the simulator's port, as in src/public-ports.ts. */
const SIMULATOR_OFFSET = 10;
const MAIL_CATCHER_OFFSET = 5;
/** How far above each port others are by default: the simulator, the letters' page, SMTP. */
const FOLLOWING = { PORT: [10, 15, 16], SQUARE_SIMULATOR_PORT: [5, 6], MAIL_CATCHER_PORT: [1] };
const SEARCHED_PORTS = 100;
const LAST_PORT = 65_535;

/**
 * Throws when HOST is no address of this machine, or when one of the shop's ports does not exist, is given twice or is
 * taken by another program: then names a free one.
 */
export async function checkPorts(env = process.env) {
  const host = env.HOST || '127.0.0.1';
  const first = Number(env.PORT || 8080);
  const simulator = Number(env.SQUARE_SIMULATOR_PORT || first + SIMULATOR_OFFSET);
  const mailCatcher = Number(env.MAIL_CATCHER_PORT || simulator + MAIL_CATCHER_OFFSET);
  const gateways = Number(/(?:^|,)\s*gateway\s*=\s*(\d+)/.exec(env.SCALE ?? '')?.[1] ?? 1);
  const ports = Array.from({ length: gateways }, (_, index) => ({ port: first + index, host, variable: 'PORT' }));
  const addOnLoopback = (port, variable) => ports.push({ port, host: '127.0.0.1', variable });
  if (!env.SQUARE_ENVIRONMENT || env.SQUARE_ENVIRONMENT === 'simulator')
    addOnLoopback(simulator, 'SQUARE_SIMULATOR_PORT');
  if (!env.SMTP_URL && env.NODE_ENV !== 'production')
    for (const port of [mailCatcher, mailCatcher + 1]) addOnLoopback(port, 'MAIL_CATCHER_PORT');
  // The configuration check reports what is no number.
  if (!ports.every(({ port }) => port > 0)) return;
  const variables = new Map();
  for (const { port, variable } of ports) {
    if (port > LAST_PORT)
      throw new Error(`There is no port ${port} for ${variable}: choose a lower one, or a lower PORT.`);
    if (variables.has(port)) {
      const other = await freePort(Math.max(...ports.map((each) => each.port)) + 1, host, FOLLOWING[variable]);
      throw new Error(
        `Port ${port} is needed for both ${variables.get(port)} and ${variable}. Choose another port: ${variable}=${other} npm start`,
      );
    }
    variables.set(port, variable);
  }
  if (hasRunningProcess(env.DATA_DIR)) return;
  for (const { port, host, variable } of ports) {
    const failure = await failureOf(port, host);
    if (!failure) continue;
    if (!['EADDRINUSE', 'EACCES'].includes(failure))
      throw new Error(
        `HOST=${host} is no address of this machine (${failure}). Leave HOST out for this machine only, or set HOST=0.0.0.0 for every network.`,
      );
    const other = await freePort(port + 1, host, FOLLOWING[variable]);
    throw new Error(
      `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${other} npm start`,
    );
  }
}

/** A running or killed shop of this data folder may hold the ports; the supervisor handles both. */
function hasRunningProcess(dataDir) {
  const folder = join(resolve(root, dataDir || '.local'), 'run');
  if (!existsSync(folder)) return false;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pid'))
    .some((name) => isAlive(Number(readFileSync(join(folder, name), 'utf8'))));
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the first port from `first` on that is free together with those `following` above it. */
async function freePort(first, host, following) {
  for (let port = first; port < first + SEARCHED_PORTS; port += 1) {
    const failures = await Promise.all([0, ...following].map((more) => failureOf(port + more, host)));
    if (failures.every((failure) => failure === undefined)) return port;
  }
  return '…';
}

/** Returns the error code of listening on a port; undefined if it is free. */
function failureOf(port, host) {
  return new Promise((resolve) => {
    if (port > LAST_PORT) return resolve('EINVAL');
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(code));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
