import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@geodes/servers';
import { chromiumHere } from '../look-at-shop.js';

const START_LIMIT_MS = 30_000;

/** A Chromium without a window that Lighthouse can drive through a port. */
export const startBrowser = async (): Promise<{ port: number; stop(): Promise<void> }> => {
  const { executablePath, args, env } = await chromiumHere();
  const [port, profile] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'geodes-look-'))]);
  const chromium = spawn(
    executablePath,
    [...args, '--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { env: { ...process.env, ...env }, stdio: 'ignore' },
  );
  const stop = async () => {
    if (chromium.exitCode === null && chromium.signalCode === null) {
      const ended = once(chromium, 'exit');
      chromium.kill('SIGKILL');
      await ended;
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const end = Date.now() + START_LIMIT_MS;
  while (!(await answers(port))) {
    if (chromium.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error('Chromium did not start.');
    }
    await sleep(100);
  }
  return { port, stop };
};

const answers = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/json/version`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
};
