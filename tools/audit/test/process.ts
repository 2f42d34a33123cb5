import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@geodes/testing';

const READY_LIMIT_MS = 60_000;

/** A built program of the checkout, such as `services/orders`. */
export const program = (folder: string): string =>
  fileURLToPath(new URL(`../../../${folder}/dist/main.js`, import.meta.url));

/** Starts a program that serves /health on the port in `env[portVariable]`, waits until it is ready; returns what ends it. */
export async function startProcess(
  folder: string,
  env: Record<string, string>,
  portVariable = 'HTTP_PORT',
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [program(folder)], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    // the test runner hides standard output
    stdio: ['ignore', 2, 2],
  });
  const until = Date.now() + READY_LIMIT_MS;
  while (!(await answers(`http://127.0.0.1:${env[portVariable]}/health/ready`))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error(`${folder} did not start`);
    await sleep(100);
  }
  return () => end(child);
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** The Square simulator on the ledger in `folder`. */
export async function startSimulator(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = String(await freePort());
  const env = { SQUARE_SIMULATOR_PORT: port, DATA_DIR: folder };
  const stop = await startProcess('tools/square-simulator', env, 'SQUARE_SIMULATOR_PORT');
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Waits until `look` brings a truthy value; throws after `limitMs`. */
export async function eventually<T>(what: string, look: () => Promise<T>, limitMs = 60_000): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > until) throw new Error(`not in time: ${what}`);
    await sleep(200);
  }
}
