// Checks the shop's ports: before anything is installed or built, which takes minutes on a new machine, and again by the
// supervisor when it has ended what an interrupted run left behind. Plain JavaScript for Node 20.19.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const SIMULATOR_OFFSET = 10;
const SEARCHED_PORTS = 100;

/** Throws an error that names a free port when another program has one of the shop's. */
export async function checkPorts(env = process.env) {
  const host = env.HOST || '127.0.0.1';
  const first = Number(env.PORT || 8080);
  const simulator = Number(env.SQUARE_SIMULATOR_PORT || first + SIMULATOR_OFFSET);
  const gateways = Number(/(?:^|,)\s*gateway=(\d+)/.exec(env.SCALE ?? '')?.[1] ?? 1);
  const isSimulated = !env.SQUARE_ENVIRONMENT || env.SQUARE_ENVIRONMENT === 'simulator';
  const ports = Array.from({ length: gateways }, (_, index) => ({ port: first + index, host, variable: 'PORT' }));
  if (isSimulated) ports.push({ port: simulator, host: '127.0.0.1', variable: 'SQUARE_SIMULATOR_PORT' });
  // what cannot be a port is explained when all variables are checked
  if (ports.some(({ port }) => !(port > 0 && port < 65_535)) || hasRunningProcess(env.DATA_DIR)) return;
  for (const { port, host, variable } of ports) {
    if (await isFree(port, host)) continue;
    const isAlsoFree = variable === 'PORT' && isSimulated && !env.SQUARE_SIMULATOR_PORT;
    const other = await freePort(port + 1, host, isAlsoFree ? SIMULATOR_OFFSET : 0);
    throw new Error(
      `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${other} npm start`,
    );
  }
}

/** A shop that runs, or the leftovers of one that was killed, may hold the ports: the supervisor tells them apart. */
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

/** The first port from `first` on that is free, and so is the one `offset` above it. */
async function freePort(first, host, offset) {
  for (let port = first; port < first + SEARCHED_PORTS; port += 1)
    if ((await isFree(port, host)) && (await isFree(port + offset, host))) return port;
  return '…';
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
