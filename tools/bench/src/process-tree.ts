import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc/PID/stat: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Returns a process and its descendants. Linux only. */
export const processTree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processTree)];

/** Reads the proportional set size, bytes: shared pages are divided among the processes that share them. */
export const memoryOf = (pid: number): number => {
  const found = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`));
  return Number(found?.[1] ?? 0) * 1_024;
};

/** Sums the processor time of these processes and of their ended children, milliseconds. */
export const processorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), counted from 1; the state is field 3
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * TICK_MS;
  }, 0);

/** Returns the name of a process's program. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/comm`).trim() || 'ended';

export const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);

const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return []; // it has ended
  }
};

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended
  }
};
