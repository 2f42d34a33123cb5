import { spawn } from 'node:child_process';
import { type PidFiles, signal, waitForEnd } from '@geodes/servers';
import type { ProcessSpec } from './process-spec.js';
import { endingOf, type Ending } from './restart-policy.js';
import { seconds } from './steps.js';
import type { Terminal } from './terminal.js';

/** A seed that is killed is run again; this often at most, should something kill it each time. */
const MAX_RUNS = 50;
const STOP_TIMEOUT_MS = 2000;

/** The one-shot that fills an empty catalogue: shows what it says, runs it again when it was killed. */
export class SeedRun {
  #pid: number | undefined;
  #stopped = false;
  /** It is silent when there is nothing to draw. */
  #saidSomething = false;

  constructor(
    private readonly spec: ProcessSpec,
    private readonly pidFiles: PidFiles,
    private readonly terminal: Terminal,
  ) {}

  /** Settles when the catalogue is filled or the seed has failed; a failure leaves the shop running. True if it drew anything. */
  async run(): Promise<boolean> {
    const began = Date.now();
    for (let run = 1; run <= MAX_RUNS && !this.#stopped; run += 1) {
      const ending = await this.#once();
      if (this.#stopped) return false;
      if (ending === 'done') {
        this.terminal.say(`✓ seeding ${this.terminal.faint(seconds(Date.now() - began))}`);
        return this.#saidSomething;
      }
      if (ending.by === 'itself') return this.#failed(ending.reason);
      this.terminal.problem(`! seed was ended by ${ending.signal}; running it again`);
    }
    return !this.#stopped && this.#failed(`was killed ${MAX_RUNS} times`);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (!this.#pid) return;
    signal(this.#pid, 'SIGTERM');
    if (!(await waitForEnd([this.#pid], STOP_TIMEOUT_MS))) signal(this.#pid, 'SIGKILL', 'group');
  }

  async #once(): Promise<Ending | 'done'> {
    const { name, command, args, env, cwd } = this.spec;
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#pid = child.pid;
    if (child.pid) this.pidFiles.write(name, child.pid);
    for (const stream of [child.stdout, child.stderr])
      this.terminal.follow(name, stream, { hear: () => (this.#saidSomething = true) });
    const ending = await new Promise<Ending | 'done'>((resolve) => {
      child.once('error', (error) => resolve({ by: 'itself', reason: error.message }));
      child.once('exit', (code, reason) => resolve(code === 0 ? 'done' : endingOf(code, reason)));
    });
    this.#pid = undefined;
    this.pidFiles.remove(name);
    return ending;
  }

  #failed(reason: string): true {
    this.terminal.problem(
      `✗ seeding did not finish (${reason}). The shop goes on with the geodes it has. To try again, stop it (Ctrl-C) ` +
        `and run npm start: the seed continues where it stopped. SEED=none leaves it out.`,
    );
    return true;
  }
}
