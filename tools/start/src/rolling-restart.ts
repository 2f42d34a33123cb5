import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '@geodes/servers';
import { seconds } from './steps.js';
import type { Supervisor } from './supervisor.js';
import type { Terminal } from './terminal.js';

/** How far a replacement is, in DATA_DIR/run/replacement.json; `npm run ops -- restart` reads it. */
export interface RollingRestartState {
  startedAt: string;
  /** How many processes were replaced. */
  done: number;
  all: number;
  /** What is being replaced now. */
  name?: string;
  finishedAt?: string;
  failure?: string;
}

/** Replaces the shop's processes one by one when the supervisor gets SIGUSR2; one replacement at a time. */
export class RollingRestart {
  private isRunning = false;
  private readonly path: string;

  constructor(
    private readonly supervisor: Supervisor,
    dataDir: string,
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
    const keep = (more: Partial<RollingRestartState>) => {
      state = { ...state, ...more };
      writePrivateFile(this.path, `${JSON.stringify(state)}\n`);
    };
    keep({});
    this.terminal.say('\nReplacing the processes of the shop one by one …');
    try {
      const names = await this.supervisor.replaceAll((name, done, all) => keep({ name, done, all }));
      keep({ done: names.length, finishedAt: new Date().toISOString() });
      this.terminal.say(`Replaced ${names.length} processes after ${seconds(Date.now() - began)}.`);
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      keep({ failure, finishedAt: new Date().toISOString() });
      this.terminal.problem(`✗ The replacement ended: ${failure}. What comes after it runs on as it was.`);
    } finally {
      this.isRunning = false;
    }
  }
}
