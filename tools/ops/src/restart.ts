import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLockHolder, isAlive, readJsonFile, readTextFile } from '@geodes/servers';
import type { Print } from './print.js';
import { ShopUnavailable, ShopRefused } from './shop.js';

const POLL_MS = 200;
/** Each process has 12 s to drain and 60 s to become ready. */
const TIMEOUT_MS = 30 * 60_000;
const BEGIN_TIMEOUT_MS = 5_000;

/**
 * Signals the supervisor of `dataDir` to replace its processes one by one, and follows the progress. Throws
 * ShopUnavailable when no `npm start` runs there or after 30 minutes, ShopRefused when a process does not become ready.
 */
export const restart = async (dataDir: string, print: Print, say: (line: string) => void): Promise<void> => {
  const pid = findLockHolder(readTextFile(join(dataDir, 'start.lock')) ?? '');
  if (!pid)
    throw new ShopUnavailable(
      `No npm start runs with its data in ${dataDir}. Containers are replaced by their engine.`,
    );
  const signalledAt = Date.now();
  process.kill(pid, 'SIGUSR2');
  let lastLine = '';
  for (;;) {
    const state = readJsonFile(join(dataDir, 'run', 'replacement.json')) ?? {};
    const isCurrent = Date.parse(String(state.startedAt)) >= signalledAt || (state.startedAt && !state.finishedAt);
    if (isCurrent) {
      const { name, done, all, failure, finishedAt } = state;
      if (failure) throw new ShopRefused(`${String(failure)}. The remaining processes were not replaced.`);
      if (finishedAt) return print({ replaced: done }, `${String(done)} processes replaced, one after the other.`);
      const line = `  ${Number(done) + 1} of ${String(all)}: ${String(name)}`;
      if (name && line !== lastLine) say((lastLine = line));
    } else if (Date.now() - signalledAt > BEGIN_TIMEOUT_MS)
      throw new ShopUnavailable(
        'The supervisor did not begin: it is still starting or restoring the shop, or is of an older version.',
      );
    if (!isAlive(pid)) throw new ShopUnavailable('The shop was stopped meanwhile.');
    if (Date.now() - signalledAt > TIMEOUT_MS)
      throw new ShopUnavailable(
        'The processes were not all replaced within 30 minutes: the log of npm start says why.',
      );
    await sleep(POLL_MS);
  }
};
