import { setTimeout as sleep } from 'node:timers/promises';
import type { PidFiles } from '@geodes/servers';
import type { ProcessSpec } from './process-spec.js';
import { afterEnding, type Ending, type History, whenReady } from './restart-policy.js';
import { run, type Running } from './running.js';
import type { Terminal } from './terminal.js';

const READY_POLL_MS = 150;
const KILL_WAIT_MS = 1000;
const REMEMBERED_LINES = 15;
const REMEMBERED_CHARACTERS = 8192;
/** A gateway says for 2.5 s that it leaves, and has 8 s to finish; a service has 8 s. */
const LEAVE_TIMEOUT_MS = 12_000;
const REPLACED_TIMEOUT_MS = 60_000;

export interface ProcessEvents {
  ready(name: string, ms: number, again: boolean): void;
  ended(name: string, ending: Ending, inMs: number): void;
  gaveUp(name: string, ending: Ending, lastLines: string[]): void;
}

/** Keeps one process running until it is stopped: starts it, writes its pid file, starts it again when it ends. */
export class ManagedProcess {
  readonly #abort = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #history: History = { wasEverReady: false, failures: 0 };
  #running: Running | undefined;
  /** For the case that it is given up, which is only before it was ever ready. */
  #lastSaid = '';
  #finished: Promise<void> | undefined;
  #isRestart = false;
  #replacing: { old: Running | undefined; done: PromiseWithResolvers<void> } | undefined;

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

  /** Settles when it was ready for the first time; rejects when it is given up or stopped before. */
  untilReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** Ends the present process in order; it is started again at once. */
  restart(): void {
    this.#isRestart = true;
    this.#running?.ask(this.spec.stopSignal);
  }

  /**
   * Lets the process leave in order, finishing what it has, and starts it anew. Settles when the new one is ready; throws
   * where that takes more than a minute: then it is still tried, as after any other end.
   */
  async replace(): Promise<void> {
    const old = this.#running;
    const done = Promise.withResolvers<void>();
    this.#replacing = { old, done };
    const late = setTimeout(
      () => done.reject(new Error(`${this.spec.name} was not ready again within ${REPLACED_TIMEOUT_MS / 1000} s`)),
      REPLACED_TIMEOUT_MS,
    );
    this.#isRestart = true;
    try {
      await old?.end('SIGTERM', LEAVE_TIMEOUT_MS);
      await done.promise;
    } finally {
      clearTimeout(late);
      this.#replacing = undefined;
    }
  }

  /** Ends it for good: in order, and after `limitMs` the hard way, with all it started. */
  async stop(limitMs: number): Promise<void> {
    this.#abort.abort();
    this.#ready.reject(new Error(`${this.spec.name} was stopped`));
    await this.#running?.end(this.spec.stopSignal, limitMs);
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
      const { next, history } = afterEnding(this.#history, ending);
      this.#history = history;
      if (next.do === 'give up') {
        this.events.gaveUp(this.spec.name, ending, this.#lastSaid.trimEnd().split('\n').slice(-REMEMBERED_LINES));
        this.#ready.reject(new Error(`${this.spec.name} could not be started`));
        return;
      }
      this.events.ended(this.spec.name, ending, next.inMs);
      await sleep(next.inMs, undefined, { signal: this.#abort.signal }).catch(() => undefined);
    }
  }

  async #runOnce(): Promise<Ending> {
    const { name, chatter } = this.spec;
    try {
      await this.spec.prepare();
      if (this.#abort.signal.aborted) return { by: 'itself', reason: 'was stopped' };
      const running = run(this.spec);
      this.#running = running;
      if (running.pid) this.pidFiles.write(name, running.pid);
      this.#lastSaid = '';
      for (const stream of running.outputs)
        this.terminal.follow(name, stream, { chatter, hear: (piece) => this.#remember(piece) });
      void this.#watchReadiness(running, Date.now());
      return await running.ended;
    } catch (error) {
      return { by: 'itself', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#running = undefined;
      this.pidFiles.remove(name);
    }
  }

  async #watchReadiness(running: Running, began: number): Promise<void> {
    while (this.#running === running && !this.#abort.signal.aborted) {
      const ready = await this.spec.ready().catch(() => false);
      if (ready && this.#running === running) {
        const again = this.#history.wasEverReady;
        this.#history = whenReady();
        this.#ready.resolve();
        if (this.#replacing && this.#replacing.old !== running) this.#replacing.done.resolve();
        this.events.ready(this.spec.name, Date.now() - began, again);
        return;
      }
      await sleep(READY_POLL_MS);
    }
  }

  #remember(piece: string): void {
    if (!this.wasEverReady) this.#lastSaid = (this.#lastSaid + piece).slice(-REMEMBERED_CHARACTERS);
  }
}
