import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, readJsonFile, readTextFile } from '@geodes/servers';
import type { Output } from './output.js';
import { ShopAway, ShopRefuses } from './shop.js';

const POLL_MS = 200;
/** Each process has 12 s to leave and 60 s to come back. */
const TIMEOUT_MS = 30 * 60_000;
const TAKEN_TIMEOUT_MS = 5_000;

/**
 * Tells the supervisor of the shop in `dataDir` to replace its processes one by one, and follows it. Throws ShopAway where
 * no `npm start` runs there, ShopRefuses where a process did not come back.
 */
export const restart = async (dataDir: string, output: Output, say: (line: string) => void): Promise<void> => {
  const pid = Number(readTextFile(join(dataDir, 'start.lock'))?.split(' ')[0]);
  if (!(pid > 1 && isAlive(pid)))
    throw new ShopAway(`No npm start runs with its data in ${dataDir}. Containers are replaced by their engine.`);
  const asked = Date.now();
  process.kill(pid, 'SIGUSR2');
  let told = '';
  for (;;) {
    const state = readJsonFile(join(dataDir, 'run', 'replacement.json')) ?? {};
    const isOurs = Date.parse(String(state.startedAt)) >= asked || (state.startedAt && !state.finishedAt);
    if (isOurs) {
      const { name, done, all, failure, finishedAt } = state;
      if (failure) throw new ShopRefuses(`${String(failure)}. What comes after it runs on as it was.`);
      if (finishedAt)
        return output.tell({ replaced: done }, `${String(done)} processes replaced, one after the other.`);
      const line = `  ${Number(done) + 1} of ${String(all)}: ${String(name)}`;
      if (name && line !== told) say((told = line));
    } else if (Date.now() - asked > TAKEN_TIMEOUT_MS)
      throw new ShopAway('The supervisor did not begin: it is still starting the shop, or is of an older version.');
    if (!isAlive(pid) || Date.now() - asked > TIMEOUT_MS) throw new ShopAway('The shop was stopped meanwhile.');
    await sleep(POLL_MS);
  }
};
