import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

/** Whether this pid runs; a zombie, which only waits for its parent, does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !onLinux || statFields(pid)?.[0] !== 'Z';
}

/** Fields of /proc/PID/stat from the state on; the name before them may hold blanks and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** When the process began, as the system tells it: together with the pid it names one process for ever. */
export function readStartTime(pid: number): string | undefined {
  // proc(5): starttime is field 22 of stat, the 20th from the state on
  if (onLinux) return statFields(pid)?.[19];
  return ps(pid, 'lstart=');
}

/** When the process began, in ms since 1970, give or take 20 ms; `undefined` where the system does not tell. */
export function startedAt(pid: number): number | undefined {
  if (!onLinux) return undefined;
  const ticks = Number(statFields(pid)?.[19]);
  const uptime = Number(attempt(() => readFileSync('/proc/uptime', 'utf8'))?.split(' ')[0]);
  // proc(5): starttime counts in clock ticks since boot; Linux shows 100 a second to every program
  return Number.isFinite(ticks) && Number.isFinite(uptime) ? Date.now() - uptime * 1000 + ticks * 10 : undefined;
}

/** Whether command line, environment or working folder of the process name this folder or something in it. */
export function mentions(pid: number, folder: string): boolean {
  if (!onLinux) return names(ps(pid, 'command=', 'eww'), folder);
  return (
    names(
      attempt(() => readlinkSync(`/proc/${pid}/cwd`)),
      folder,
    ) ||
    ['cmdline', 'environ'].some((file) =>
      names(
        attempt(() => readFileSync(`/proc/${pid}/${file}`, 'utf8')),
        folder,
      ),
    )
  );
}

/** `/shop/.local` is in `-D /shop/.local/postgres`, but not in `-D /shop/.local-2`. */
export function names(text: string | undefined, folder: string): boolean {
  const [, ...after] = (text ?? '').split(folder);
  return after.some((rest) => rest === '' || /^[/\0\s"':;,]/.test(rest));
}

/** Pids of processes whose working folder is exactly this one (PostgreSQL's children outlive a killed postmaster). */
export function processesIn(folder: string): number[] {
  if (!onLinux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && attempt(() => readlinkSync(`/proc/${name}/cwd`)) === folder)
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid));
}

/** Pids of processes with exactly this in their environment, such as `NAME=value`. Linux only; elsewhere none. */
export function processesWith(variable: string): number[] {
  if (!onLinux) return [];
  const has = (pid: string) =>
    attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      ?.split('\0')
      .includes(variable);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && has(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid));
}

/** Sends a signal to the process, or to its group; one that is gone already is no error. */
export function sendSignal(pid: number, name: NodeJS.Signals, to: 'process' | 'group' = 'process'): void {
  try {
    process.kill(to === 'group' ? -pid : pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until none of the processes runs; false after `ms` milliseconds. */
export async function waitForExit(pids: number[], ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  while (pids.some(isAlive)) {
    if (Date.now() > until) return false;
    await sleep(25);
  }
  return true;
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function ps(pid: number, format: string, ...flags: string[]): string | undefined {
  return attempt(() => execFileSync('ps', [...flags, '-o', format, '-p', String(pid)], { encoding: 'utf8' }).trim());
}
