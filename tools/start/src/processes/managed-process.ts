import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PidFiles, type ServerProcess, sendSignal, waitForExit } from '@geodes/servers';
import { type ProcessExit, type RestartHistory, decideRestart, resetHistory, toProcessExit } from './restart-policy.js';
import type { Terminal } from '../output/terminal.js';

/** Processes stop stage by stage: gateways first, the servers that all others need last. */
export const STOP_ORDER = ['front', 'service', 'simulator', 'server'] as const;
export type Stage = (typeof STOP_ORDER)[number];

/** Describes one process of the shop. `name` also names its pid file and prefixes its log lines. */
export interface ProcessSpec extends Omit<ServerProcess, 'name' | 'hiddenLines'> {
  name: string;
  /** Output lines to leave out. */
  hiddenLines?: RegExp;
  stage: Stage;
}

const READY_POLL_MS = 150;
const KILL_WAIT_MS = 1000;
const RECENT_LINES = 15;
const RECENT_CHARACTERS = 8192;
/** A gateway reports "not ready" for 2.5 s before it drains. Draining takes up to 8 s in every process. */
const DRAIN_TIMEOUT_MS = 12_000;
const REPLACE_TIMEOUT_MS = 60_000;

export interface ProcessEvents {
  ready(name: string, ms: number, again: boolean): void;
  ended(name: string, ending: ProcessExit, inMs: number): void;
  gaveUp(name: string, ending: ProcessExit, lastLines: string[]): void;
}

/** Keeps one process running until `stop`: starts it, writes its pid file, restarts it when it ends. */
export class ManagedProcess {
  readonly #abort = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #history: RestartHistory = { wasEverReady: false, failures: 0 };
  #running: RunningProcess | undefined;
  /** Printed when the process is given up, which happens only before it was ever ready. */
  #recentOutput = '';
  #finished: Promise<void> | undefined;
  #isRestart = false;
  #replacing: { old: RunningProcess | undefined; done: PromiseWithResolvers<void> } | undefined;

  constructor(
    readonly spec: ProcessSpec,
    private readonly pidFiles: PidFiles,
    private readonly terminal: Terminal,
    private readonly events: ProcessEvents,
  ) {
    this.#ready.promise.catch(() => undefined);
  }

  get wasEverReady(): boolean {
    return this.#history.wasEverReady;
  }

  start(): void {
    this.#finished ??= this.#keepRunning();
  }

  /** Resolves at the first readiness. Rejects when the process is given up or stopped before. */
  untilReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** Sends the stop signal. The restart follows at once. */
  restart(): void {
    this.#isRestart = this.#running !== undefined;
    this.#running?.signal(this.spec.stopSignal);
  }

  /**
   * Drains the process and starts a new one. Resolves when the new one is ready. Throws after a minute; the restarts
   * then continue as after any other exit.
   */
  async replace(): Promise<void> {
    const old = this.#running;
    const done = Promise.withResolvers<void>();
    this.#replacing = { old, done };
    const late = setTimeout(
      () => done.reject(new Error(`${this.spec.name} was not ready again within ${REPLACE_TIMEOUT_MS / 1000} s`)),
      REPLACE_TIMEOUT_MS,
    );
    this.#isRestart = this.#running !== undefined;
    try {
      await old?.end('SIGTERM', DRAIN_TIMEOUT_MS);
      await done.promise;
    } finally {
      clearTimeout(late);
      this.#replacing = undefined;
    }
  }

  /** Ends the process for good; sends SIGKILL to its process group after `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    this.#abort.abort();
    this.#ready.reject(new Error(`${this.spec.name} was stopped`));
    await this.#running?.end(this.spec.stopSignal, timeoutMs);
    await Promise.race([this.#finished, sleep(KILL_WAIT_MS)]);
  }

  async #keepRunning(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      const ending = await this.#runOnce();
      if (this.#abort.signal.aborted) return;
      if (this.#isRestart) {
        this.#isRestart = false;
        continue;
      }
      const { next, history } = decideRestart(this.#history, ending);
      this.#history = history;
      if (next.do === 'give up') {
        this.events.gaveUp(this.spec.name, ending, this.#recentOutput.trimEnd().split('\n').slice(-RECENT_LINES));
        this.#ready.reject(new Error(`${this.spec.name} could not be started`));
        return;
      }
      this.events.ended(this.spec.name, ending, next.inMs);
      await sleep(next.inMs, undefined, { signal: this.#abort.signal }).catch(() => undefined);
    }
  }

  async #runOnce(): Promise<ProcessExit> {
    const { name, hiddenLines } = this.spec;
    try {
      await this.spec.prepare?.();
      if (this.#abort.signal.aborted) return { by: 'itself', reason: 'was stopped' };
      const running = spawnProcess(this.spec);
      this.#running = running;
      recordPid(running, name, this.pidFiles, this.terminal);
      this.#recentOutput = '';
      for (const stream of running.outputs)
        this.terminal.follow(name, stream, { hiddenLines, onOutput: (piece) => this.#remember(piece) });
      void this.#watchReadiness(running, Date.now());
      return await running.ended;
    } catch (error) {
      return { by: 'itself', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#running = undefined;
      removePid(name, this.pidFiles, this.terminal);
    }
  }

  async #watchReadiness(running: RunningProcess, began: number): Promise<void> {
    while (this.#running === running && !this.#abort.signal.aborted) {
      const ready = await this.spec.ready().catch(() => false);
      if (ready && this.#running === running) {
        const again = this.#history.wasEverReady;
        this.#history = resetHistory();
        this.#ready.resolve();
        if (this.#replacing && this.#replacing.old !== running) this.#replacing.done.resolve();
        this.events.ready(this.spec.name, Date.now() - began, again);
        return;
      }
      await sleep(READY_POLL_MS);
    }
  }

  #remember(piece: string): void {
    if (!this.wasEverReady) this.#recentOutput = (this.#recentOutput + piece).slice(-RECENT_CHARACTERS);
  }
}

/**
 * Writes the pid file. A failure, for example on a full disk, is only printed: the process runs and must be followed, and
 * a later start also finds an orphan without the file.
 */
export function recordPid({ pid }: RunningProcess, name: string, pidFiles: PidFiles, terminal: Terminal): void {
  try {
    if (pid) pidFiles.write(name, pid);
  } catch (error) {
    terminal.problem(`! ${name} has no pid file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Removes the pid file. A failure is only printed: a later start recognises the file as stale. */
export function removePid(name: string, pidFiles: PidFiles, terminal: Terminal): void {
  try {
    pidFiles.remove(name);
  } catch (error) {
    terminal.problem(`! ${name} keeps its pid file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A spawned process. */
export interface RunningProcess {
  /** Undefined when it could not be spawned. */
  pid: number | undefined;
  outputs: Readable[];
  /** `code` is null if a signal ended the process or it could not be spawned. */
  ended: Promise<ProcessExit & { code: number | null }>;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal, and SIGKILL to the whole process group after `timeoutMs`. */
  end(name: NodeJS.Signals, timeoutMs: number): Promise<void>;
}

/** Spawns the process. A failed spawn counts as an exit. */
export function spawnProcess({ command, args, env, cwd, uid, gid }: ProcessSpec): RunningProcess {
  // detached: Ctrl-C reaches only the supervisor, and SIGKILL to the group also ends grandchildren
  const child = spawn(command, args, { env, cwd, uid, gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  const ended = new Promise<ProcessExit & { code: number | null }>((resolve) => {
    child.once('error', (error) => resolve({ by: 'itself', reason: error.message, code: null }));
    child.once('exit', (code, reason) => resolve({ ...toProcessExit(code, reason), code }));
  });
  return {
    pid,
    outputs: [child.stdout, child.stderr],
    ended: ended.finally(() => pid && sendSignal(pid, 'SIGKILL', 'group')),
    signal: (name) => pid && sendSignal(pid, name),
    end: async (name, timeoutMs) => {
      if (!pid) return;
      sendSignal(pid, name);
      if (!(await waitForExit([pid], timeoutMs))) sendSignal(pid, 'SIGKILL', 'group');
    },
  };
}
