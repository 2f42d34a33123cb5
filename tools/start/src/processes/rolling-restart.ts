import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '@geodes/servers';
import { type Terminal, formatSeconds } from '../output/terminal.js';
import { copySite } from '../site-copy.js';
import type { Supervisor } from './supervisor.js';

/** Progress of a rolling restart, stored in DATA_DIR/run/replacement.json for `npm run ops -- restart`. */
export interface RollingRestartState {
  startedAt: string;
  /** Processes replaced so far. */
  done: number;
  all: number;
  /** The process being replaced now. */
  name?: string;
  finishedAt?: string;
  failure?: string;
}

/** Replaces the shop's processes one by one on SIGUSR2. Ignores the signal while a restart runs. */
export class RollingRestart {
  private isRunning = false;
  private readonly path: string;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly dataDir: string,
    private readonly terminal: Terminal,
  ) {
    this.path = join(dataDir, 'run', 'replacement.json');
    rmSync(this.path, { force: true });
  }

  async run(): Promise<void> {
    if (this.isRunning || this.supervisor.isStopping) return;
    this.isRunning = true;
    const began = Date.now();
    let state: RollingRestartState = { startedAt: new Date(began).toISOString(), done: 0, all: 0 };
    // Never throws: a full disk must not end the supervisor.
    const save = (more: Partial<RollingRestartState>) => {
      state = { ...state, ...more };
      try {
        writePrivateFile(this.path, `${JSON.stringify(state)}\n`);
      } catch (error) {
        this.terminal.problem(`! ${this.path} lacks the progress: ${error instanceof Error ? error.message : error}`);
      }
    };
    save({});
    this.terminal.say('\nReplacing the processes of the shop one by one …');
    try {
      await copySite(this.dataDir);
      const names = await this.supervisor.replaceAll((name, done, all) => save({ name, done, all }));
      save({ done: names.length, finishedAt: new Date().toISOString() });
      this.terminal.say(`Replaced ${names.length} processes after ${formatSeconds(Date.now() - began)}.`);
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      save({ failure, finishedAt: new Date().toISOString() });
      this.terminal.problem(`✗ The replacement stopped: ${failure}. The remaining processes were not replaced.`);
    } finally {
      this.isRunning = false;
    }
  }
}
