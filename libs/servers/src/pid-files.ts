import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from './private-file.js';
import { isAlive, mentions, processesWith, sendSignal, startedAt, waitForExit } from './process-table.js';

/** Set for every process of a shop, and read by none of them: it tells whose process it is. */
export const OWNER_VARIABLE = 'GEODES_DATA_DIR';

/** Clocks are set now and then, and start times are counted in hundredths of a second. */
const CLOCK_SLACK_MS = 5000;

export interface OrphanProcess {
  name: string;
  pid: number;
}

/** DATA_DIR/run/NAME.pid: which process of this shop runs under which pid. */
export class PidFiles {
  readonly #dataDir: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, 'run');
    mkdirSync(this.#folder, { recursive: true });
  }

  write(name: string, pid: number): void {
    writePrivateFile(this.#path(name), `${pid}\n`);
  }

  remove(name: string): void {
    rmSync(this.#path(name), { force: true });
  }

  /**
   * Processes of a run that was killed: alive, and naming this data folder in their command line or environment.
   * Every other pid file is stale (its pid may belong to a stranger by now) and is removed here.
   */
  findOrphans(): OrphanProcess[] {
    const found: OrphanProcess[] = [];
    for (const file of readdirSync(this.#folder)) {
      if (!file.endsWith('.pid')) continue;
      const name = file.slice(0, -'.pid'.length);
      const path = join(this.#folder, file);
      const pid = Number(readTextFile(path));
      if (isOrphan(pid, this.#dataDir) && !beganAfter(pid, statSync(path).mtimeMs)) found.push({ name, pid });
      else this.remove(name);
    }
    return [...found, ...this.#withoutFile(found)];
  }

  /** Started a moment before the supervisor was killed, so that its pid file was never written. */
  #withoutFile(found: OrphanProcess[]): OrphanProcess[] {
    return processesWith(`${OWNER_VARIABLE}=${this.#dataDir}`)
      .filter((pid) => !found.some((known) => known.pid === pid))
      .map((pid) => ({ name: `process-${pid}`, pid }));
  }

  /** Ends one leftover: `gently` first, then, after `ms`, its whole group the hard way. */
  async end({ name, pid }: OrphanProcess, gently: NodeJS.Signals, ms: number): Promise<void> {
    sendSignal(pid, gently);
    if (!(await waitForExit([pid], ms))) {
      sendSignal(pid, 'SIGKILL', 'group');
      sendSignal(pid, 'SIGKILL');
      await waitForExit([pid], 2000);
    }
    this.remove(name);
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.pid`);
  }
}

export function isOrphan(pid: number, dataDir: string): boolean {
  return Number.isInteger(pid) && pid > 1 && pid !== process.pid && isAlive(pid) && mentions(pid, dataDir);
}

/** A process younger than the file that names it is a stranger who got the same pid, for example after a reboot. */
function beganAfter(pid: number, ms: number): boolean {
  const began = startedAt(pid);
  return began !== undefined && began > ms + CLOCK_SLACK_MS;
}
