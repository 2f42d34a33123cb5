import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTextFile, writePrivateFile } from './private-file.js';

const isLinux = process.platform === 'linux';

/** Returns whether this pid runs. A zombie, which waits for its parent, does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isLinux || readStatFields(pid)?.[0] !== 'Z';
}

/** Returns the start time as the system formats it. Pid and start time together identify a process. */
function readStartTime(pid: number): string | undefined {
  // proc(5): starttime is field 22 of stat, the 20th from the state on
  if (isLinux) return readStatFields(pid)?.[19];
  return ps(pid, 'lstart=');
}

/** The line in a lock that names a process: pid and start time, so that another one with a reused pid is recognised. */
export const ownerLine = (pid: number): string => `${pid} ${readStartTime(pid) ?? ''}\n`;

/** Returns the pid in a lock's line if the process that wrote it still runs. */
export function findLockHolder(line: string): number | undefined {
  const pid = Number(line.split(' ')[0]);
  return pid > 1 && isAlive(pid) && line.trim() === ownerLine(pid).trim() ? pid : undefined;
}

/** Returns the start time in ms since 1970, accurate to 20 ms; `undefined` on other systems than Linux. */
export function readStartMs(pid: number): number | undefined {
  if (!isLinux) return undefined;
  const ticks = Number(readStatFields(pid)?.[19]);
  const uptime = Number(attempt(() => readFileSync('/proc/uptime', 'utf8'))?.split(' ')[0]);
  // proc(5): starttime is in clock ticks since boot, 100 a second for every program.
  return Number.isFinite(ticks) && Number.isFinite(uptime) ? Date.now() - uptime * 1000 + ticks * 10 : undefined;
}

/** Returns whether the command line, environment or working folder of a process contains this folder. */
function refersTo(pid: number, folder: string): boolean {
  if (!isLinux) return containsFolder(ps(pid, 'command=', 'eww'), folder);
  const reads = [
    () => readlinkSync(`/proc/${pid}/cwd`),
    ...['cmdline', 'environ'].map((file) => () => readFileSync(`/proc/${pid}/${file}`, 'utf8')),
  ];
  return reads.some((read) => containsFolder(attempt(read), folder));
}

/** Returns whether a text contains the folder: `/shop/.local` is in `-D /shop/.local/postgres`, not in `/shop/.local-2`. */
export function containsFolder(text: string | undefined, folder: string): boolean {
  const [, ...after] = (text ?? '').split(folder);
  return after.some((rest) => rest === '' || /^[/\0\s"':;,]/.test(rest));
}

/** Finds processes whose working folder is exactly this one. PostgreSQL's children outlive a killed postmaster. */
export const findProcessesByFolder = (folder: string): number[] =>
  findProcesses((pid) => readlinkSync(`/proc/${pid}/cwd`) === folder);

/** Finds processes with exactly this entry, `NAME=value`, in their environment. */
export const findProcessesByVariable = (variable: string): number[] =>
  findProcesses((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable));

/** Finds other live processes. One that `matches` cannot read does not count. Returns none on other systems than Linux. */
function findProcesses(matches: (pid: string) => boolean): number[] {
  if (!isLinux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && attempt(() => matches(name)))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid));
}

/** Sends a signal to the process or its group. Ignores one that has already exited. */
export function sendSignal(pid: number, name: NodeJS.Signals, to: 'process' | 'group' = 'process'): void {
  try {
    process.kill(to === 'group' ? -pid : pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until none of the processes runs. Returns false after `timeoutMs`. */
export async function waitForExit(pids: number[], timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (pids.some(isAlive)) {
    if (Date.now() > until) return false;
    await sleep(25);
  }
  return true;
}

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

/** Reads the fields of /proc/PID/stat from the state on; the name before them may contain blanks and brackets. */
function readStatFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function ps(pid: number, format: string, ...flags: string[]): string | undefined {
  return attempt(() => execFileSync('ps', [...flags, '-o', format, '-p', String(pid)], { encoding: 'utf8' }).trim());
}
