import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Reads the fields of /proc/PID/stat from the state on; the name before them may contain blanks and brackets. */
function readStatFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Returns the start time as the system formats it. Pid and start time together identify a process. */
export function readStartTime(pid: number): string | undefined {
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
export function refersTo(pid: number, folder: string): boolean {
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
