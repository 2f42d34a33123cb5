import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile, writePrivateFile } from './private-file.js';
import { isAlive, refersTo, findProcessesByVariable, sendSignal, readStartMs, waitForExit } from './process-table.js';

/** Set for every process of a shop to identify its data folder. No process reads it. */
export const OWNER_VARIABLE = 'GEODES_DATA_DIR';

/** Allows for clock adjustments and for start times rounded to 10 ms. */
const CLOCK_SLACK_MS = 5000;

export interface OrphanProcess {
  name: string;
  pid: number;
}

/** Records the pid of each process of a shop in DATA_DIR/run/NAME.pid. */
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
   * Finds processes that a killed run left: alive, with this data folder in their command line or environment. Removes
   * all other pid files: they are stale, and their pids may have been reused.
   */
  findOrphans(): OrphanProcess[] {
    const found: OrphanProcess[] = [];
    for (const file of readdirSync(this.#folder)) {
      if (!file.endsWith('.pid')) continue;
      const name = file.slice(0, -'.pid'.length);
      const path = join(this.#folder, file);
      const pid = Number(readTextFile(path));
      if (isOrphan(pid, this.#dataDir) && !startedAfter(pid, statSync(path).mtimeMs)) found.push({ name, pid });
      else this.remove(name);
    }
    return [...found, ...this.#findWithoutFile(found)];
  }

  /** Finds processes whose pid file was not written before the supervisor was killed. */
  #findWithoutFile(found: OrphanProcess[]): OrphanProcess[] {
    return findProcessesByVariable(`${OWNER_VARIABLE}=${this.#dataDir}`)
      .filter((pid) => !found.some((known) => known.pid === pid))
      .map((pid) => ({ name: `process-${pid}`, pid }));
  }

  /** Sends `signal` to an orphan, then SIGKILL to its process group after `timeoutMs`. */
  async end({ name, pid }: OrphanProcess, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
    sendSignal(pid, signal);
    if (!(await waitForExit([pid], timeoutMs))) {
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
  return Number.isInteger(pid) && pid > 1 && pid !== process.pid && isAlive(pid) && refersTo(pid, dataDir);
}

/** A process that started after its pid file was written is another one with a reused pid, for example after a reboot. */
function startedAfter(pid: number, ms: number): boolean {
  const startMs = readStartMs(pid);
  return startMs !== undefined && startMs > ms + CLOCK_SLACK_MS;
}
