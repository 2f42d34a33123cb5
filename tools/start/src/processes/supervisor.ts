import { type PidFiles, SERVER_NAMES } from '@geodes/servers';
import { ManagedProcess, type ProcessEvents, type ProcessSpec, STOP_ORDER, type Stage } from './managed-process.js';
import { type Terminal, formatSeconds } from '../output/terminal.js';
import { MAX_FAILURES } from './restart-policy.js';

/** Deadline of each stage, in ms from the start of the stop: the whole stop takes under ten seconds. */
const STOP_DEADLINE_MS: Record<Stage, number> = { front: 2500, service: 5500, simulator: 6000, server: 8000 };

/** A rolling restart replaces these stages. The simulator and the mail catcher stand for servers of others. */
const REPLACED: Stage[] = ['service', 'front'];

/** Starts all processes of the shop, keeps them running and stops them in order. */
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

  /** Resolves when all of these were ready once. Rejects when one of them is given up. */
  async untilReady(names: string[]): Promise<void> {
    await Promise.all(names.flatMap((name) => this.#processes.get(name)?.untilReady() ?? []));
  }

  /** Resolves with the name of the first process that is given up. Usually stays pending. */
  untilGivenUp(): Promise<string> {
    return this.#gaveUp.promise;
  }

  namesNotReady(): string[] {
    return [...this.#processes.values()].filter((managed) => !managed.wasEverReady).map(({ spec }) => spec.name);
  }

  restart(name: string): void {
    if (!this.isStopping) this.#processes.get(name)?.restart();
  }

  /**
   * Replaces every service and then every gateway, one by one. Waits for each new process to be ready, so one of two
   * instances is always up. Calls `onReplace` before each. Throws when one does not become ready; the rest keep running.
   */
  async replaceAll(onReplace: (name: string, done: number, all: number) => void): Promise<string[]> {
    const all = [...this.#processes.values()].filter(({ spec }) => REPLACED.includes(spec.stage));
    for (const [done, managed] of all.entries()) {
      if (this.isStopping) throw new Error('the shop is stopping');
      onReplace(managed.spec.name, done, all.length);
      await managed.replace();
    }
    return all.map(({ spec }) => spec.name);
  }

  /** Stops everything stage by stage within ten seconds. Later calls wait for the first. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopInOrder());
  }

  async #stopInOrder(): Promise<void> {
    const began = Date.now();
    for (const stage of STOP_ORDER) {
      const these = [...this.#processes.values()].filter(({ spec }) => spec.stage === stage);
      const timeoutMs = Math.max(STOP_DEADLINE_MS[stage] - (Date.now() - began), 500);
      await Promise.all(these.map((managed) => managed.stop(timeoutMs)));
    }
  }

  #events(): ProcessEvents {
    return {
      ready: (name, ms, again) => {
        this.terminal.say(`  ${name} is ${again ? 'back' : 'ready'} ${this.terminal.faint(formatSeconds(ms))}`);
      },
      ended: (name, ending, inMs) => {
        const how = ending.by === 'signal' ? `was ended by ${ending.signal}` : ending.reason;
        this.terminal.problem(`! ${name} ${how}; starting it again${inMs ? ` in ${formatSeconds(inMs)}` : ''}`);
      },
      gaveUp: (name, ending, lastLines) => {
        this.#gaveUp.resolve(name);
        const how = ending.by === 'itself' ? ending.reason : ending.signal;
        this.terminal.problem(
          `✗ ${name} ended by itself ${MAX_FAILURES} times before it was ready (last: ${how}) and is given up; ` +
            `the rest of the shop keeps running. Its last output:`,
        );
        for (const line of lastLines) this.terminal.say(`    ${line}`);
        this.terminal.problem(`  Fix what it reports, then stop the shop (Ctrl-C) and run npm start again.`);
      },
    };
  }
}

const ORPHAN_TIMEOUT_MS = 4000;
const ORPHAN_SERVER_TIMEOUT_MS = 5000;

/** Ends what a killed supervisor left running on this data folder, in the order of a normal stop. Returns the names. */
export async function endOrphanProcesses(pidFiles: PidFiles): Promise<string[]> {
  const found = pidFiles.findOrphans();
  const stageOf = (name: string): Stage => {
    if (SERVER_NAMES.some((server) => server === name)) return 'server';
    return name.startsWith('gateway') ? 'front' : 'service';
  };
  for (const stage of STOP_ORDER) {
    const orphans = found.filter(({ name }) => stageOf(name) === stage);
    const timeoutMs = stage === 'server' ? ORPHAN_SERVER_TIMEOUT_MS : ORPHAN_TIMEOUT_MS;
    const signalOf = (name: string) => (name === 'postgres' ? 'SIGINT' : 'SIGTERM');
    await Promise.all(orphans.map((orphan) => pidFiles.end(orphan, signalOf(orphan.name), timeoutMs)));
  }
  return found.map(({ name }) => name);
}
