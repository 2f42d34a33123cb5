import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { ShopProcesses } from '@geodes/testing';
import { megabytes } from './figures.js';

export interface ProcessMemory {
  name: string;
  isNode: boolean;
  bytes: number;
}

/** Resident memory of each process of a shop; that of PostgreSQL's together and without what they share. Linux only. */
export const memoryOf = (processes: ShopProcesses): ProcessMemory[] =>
  processes.names().map((name) => {
    const pid = processes.pidOf(name);
    const isNode = basename(readlinkSync(`/proc/${pid}/exe`)) === 'node';
    const bytes =
      name === 'postgres' ? [pid, ...childrenOf(pid)].reduce((sum, one) => sum + own(one), 0) : resident(pid);
    return { name, isNode, bytes };
  });

/** Resident memory of its Node processes and of the one that starts and watches them all, the largest first. Linux only. */
export const nodeMemory = (processes: ShopProcesses): ProcessMemory[] => {
  const supervisor = resident(parentOf(processes.pidOf('gateway')));
  return [
    ...memoryOf(processes).filter(({ isNode }) => isNode),
    { name: 'npm start', isNode: true, bytes: supervisor },
  ].toSorted((one, other) => other.bytes - one.bytes);
};

export const totalBytes = (all: readonly ProcessMemory[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);
export const inWords = (all: readonly ProcessMemory[]): string =>
  all.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join(', ');

const kilobytes = (pid: number, file: string, key: string): number => {
  try {
    const found = new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    return Number(found?.[1] ?? 0) * 1_024;
  } catch {
    return 0; // it has ended meanwhile
  }
};
const resident = (pid: number): number => kilobytes(pid, 'status', 'VmRSS');
const own = (pid: number): number => kilobytes(pid, 'smaps_rollup', 'Pss');
const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
