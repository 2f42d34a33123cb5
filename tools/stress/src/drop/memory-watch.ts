import { existsSync, readFileSync } from 'node:fs';
import type { ShopProcesses } from '@geodes/testing';

const INTERVAL_MS = 100;
const MB = 1_024;

/** Follows the resident memory of a process. Linux only. */
export class MemoryWatch {
  private readonly pid: number;
  private readonly timer = setInterval(() => this.read(), INTERVAL_MS);
  private readonly before: number;
  private max = 0;

  constructor(processes: ShopProcesses, name: string) {
    this.pid = processes.pidOf(name);
    this.before = this.read();
  }

  /** Returns what it had at first, at most and last, MB. */
  stop(): string {
    clearInterval(this.timer);
    return [this.before, this.max, this.read()].map((kb) => Math.round(kb / MB)).join(', ');
  }

  /** Returns kilobytes; 0 if the process has ended. */
  private read(): number {
    const file = `/proc/${this.pid}/status`;
    const kb = existsSync(file) ? Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) : 0;
    this.max = Math.max(this.max, kb);
    return kb;
  }
}
