import type { PidFiles } from '@geodes/servers';
import { ManagedProcess, type ProcessEvents } from './managed-process.js';
import { type ProcessSpec, STOP_ORDER, type Stage } from './process-spec.js';
import { seconds } from './steps.js';
import { MAX_FAILURES } from './restart-policy.js';
import type { Terminal } from './terminal.js';

/** When each stage must have ended, counted from the start of the stop, in ms: together under ten seconds. */
const STOP_UNTIL_MS: Record<Stage, number> = { front: 2500, service: 5500, simulator: 6000, server: 8000 };

/** What is of the shop's version; the simulator is Square, which is not. */
const REPLACED: Stage[] = ['service', 'front'];

/** All processes of the shop: starts them, keeps them running, stops them in order. */
export class Supervisor {
  readonly #processes = new Map<string, ManagedProcess>();
  #stopped: Promise<void> | undefined;
  readonly #gaveUp = Promise.withResolvers<string>();

  constructor(
    private readonly pidFiles: PidFiles,
    private readonly terminal: Terminal,
  ) {}

  get isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  start(specs: ProcessSpec[]): void {
    if (this.isStopping) return;
    for (const spec of specs) {
      const managed = new ManagedProcess(spec, this.pidFiles, this.terminal, this.#events());
      this.#processes.set(spec.name, managed);
      managed.start();
    }
  }

  /** Settles when all of these were ready once; rejects when one of them is given up. */
  async untilReady(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#processes.get(name)?.untilReady()));
  }

  /** Settles with the name of the first process that is given up; most often never. */
  untilOneIsGivenUp(): Promise<string> {
    return this.#gaveUp.promise;
  }

  namesNotReady(): string[] {
    return [...this.#processes.values()].filter((managed) => !managed.wasEverReady).map(({ spec }) => spec.name);
  }

  restart(name: string): void {
    if (!this.isStopping) this.#processes.get(name)?.restart();
  }

  /**
   * Replaces every process but the servers one by one, services before gateways: the next one only when the new one is
   * ready, so that of two there is always one at work. `told` hears each name before it is replaced. Throws where one does
   * not become ready; the rest is left as it is.
   */
  async replaceAll(told: (name: string, done: number, all: number) => void): Promise<string[]> {
    const all = [...this.#processes.values()].filter(({ spec }) => REPLACED.includes(spec.stage));
    for (const [done, managed] of all.entries()) {
      if (this.isStopping) throw new Error('the shop is stopping');
      told(managed.spec.name, done, all.length);
      await managed.replace();
    }
    return all.map(({ spec }) => spec.name);
  }

  /** Stops everything, stage by stage, within ten seconds. Later calls wait for the first. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopInOrder());
  }

  async #stopInOrder(): Promise<void> {
    const began = Date.now();
    for (const stage of STOP_ORDER) {
      const these = [...this.#processes.values()].filter(({ spec }) => spec.stage === stage);
      const limit = Math.max(STOP_UNTIL_MS[stage] - (Date.now() - began), 500);
      await Promise.all(these.map((managed) => managed.stop(limit)));
    }
  }

  #events(): ProcessEvents {
    return {
      ready: (name, ms, again) => {
        this.terminal.say(`  ${name} is ${again ? 'back' : 'ready'} ${this.terminal.faint(seconds(ms))}`);
      },
      ended: (name, ending, inMs) => {
        const how = ending.by === 'signal' ? `was ended by ${ending.signal}` : ending.reason;
        this.terminal.problem(`! ${name} ${how}; starting it again${inMs ? ` in ${seconds(inMs)}` : ''}`);
      },
      gaveUp: (name, ending, lastLines) => {
        this.#gaveUp.resolve(name);
        const how = ending.by === 'itself' ? ending.reason : ending.signal;
        this.terminal.problem(
          `✗ ${name} ended by itself ${MAX_FAILURES} times before it was ready (last: ${how}) and is given up; ` +
            `the rest of the shop goes on. Its last words:`,
        );
        for (const line of lastLines) this.terminal.say(`    ${line}`);
        this.terminal.problem(`  Mend what it complains about, then stop the shop (Ctrl-C) and run npm start again.`);
      },
    };
  }
}
