// Runs jobs side by side in lanes, each with its own servers for integration tests. Plain JavaScript for Node 20.19.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, node, root } from './prepare.mjs';

const SERVERS_TIMEOUT_MS = 5 * 60_000;

const running = new Set();

/**
 * Starts each job as soon as a lane is free. `run` gets the job and a function that resolves to the URLs of the lane's
 * servers; they start with its first call, and no other lane uses them, so tests do not interfere.
 */
export async function inLanes(count, jobs, run) {
  const waiting = [...jobs];
  const work = async () => {
    let servers;
    const urls = async () => (await (servers ??= startServers())).urls;
    for (let job = waiting.shift(); job; job = waiting.shift()) await run(job, urls);
    const own = await servers?.catch(() => undefined);
    await own?.stop();
  };
  await Promise.all(Array.from({ length: count }, work));
}

/** Stops the servers of all lanes. */
export async function stopServers() {
  await Promise.all([...running].map((servers) => servers.stop()));
}

/** Starts the servers of a lane. They exit when their standard input closes, so also if this process is killed. */
function startServers() {
  const main = join(root, 'libs', 'testing', 'dist', 'test-servers-main.js');
  const child = spawn(node(), [main], {
    cwd: root,
    env: environment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), SERVERS_TIMEOUT_MS);
    const ended = new Promise((settle) => child.once('exit', settle));
    let said = '';
    let urls = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      urls += text;
      if (!urls.includes('\n')) return;
      clearTimeout(limit);
      const servers = {
        urls: urls.trim(),
        stop: () => {
          running.delete(servers);
          child.stdin.end();
          return ended;
        },
      };
      running.add(servers);
      resolve(servers);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The servers for the tests could not be started.\n${said}`)));
  });
}
