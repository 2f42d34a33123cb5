import { setTimeout as pause } from 'node:timers';
import type { ProcessRun } from '../schedule/process-run.js';
import type { Names } from '../schedule/names.js';
import type { Scheduler } from '../schedule/scheduler.js';
import type { Database } from './database.js';
import type { StatementKind } from './statement.js';
import type { Session } from './session.js';

/** When a statement fails: before the database has seen it, or after it was carried out and before that was told. */
export type DatabaseFault = 'before' | 'after' | undefined;

/** A statement that waits for another transaction's lock. */
interface Waiting {
  done: boolean;
  goOn: () => void;
}

/** How long a statement may take before it is asked whether it waits for a lock, milliseconds. */
const PATIENCE_MS = 3;
const RETRY_DELAY_MS = 1;

/** Stands between the processes of a service and its database during one interleaving. */
export class Gate {
  private readonly sessions = new Set<Session>();
  private readonly waiting = new Map<Session, Waiting>();
  /** The backends that others wait for. */
  private blockers = new Set<number>();

  constructor(
    readonly database: Database,
    readonly scheduler: Scheduler,
    readonly names: Names,
    /** Whether other processes come in between the statements of a transaction. */
    readonly fine: boolean,
    readonly faultOf: (kind: StatementKind) => DatabaseFault,
    /** What a statement becomes; itself where the shop has no mistake. */
    readonly rewrite: (text: string) => string,
    /** How far the clock of this database is off, milliseconds. */
    public clockSkewMs = 0,
  ) {}

  enter(session: Session): void {
    this.sessions.add(session);
  }

  leave(session: Session): void {
    this.sessions.delete(session);
  }

  async setClock(): Promise<void> {
    await this.database.setClock(this.scheduler.now + this.clockSkewMs);
  }

  hasWaiting(life: ProcessRun): boolean {
    return [...this.waiting.keys()].some((session) => session.life === life);
  }

  /** The server notices that the client is gone: what was not committed never was. */
  async cutOff(life: ProcessRun): Promise<void> {
    for (const session of [...this.sessions]) if (session.life === life) await session.abandon();
  }

  /**
   * Waits for a statement's result. Where it waits for a lock, the turn goes to others meanwhile, and its result is
   * told by a step of its own once the lock is free.
   */
  async watch<T>(session: Session, sent: Promise<T>, label: string): Promise<T> {
    if (!this.fine) return sent;
    const state: Waiting = { done: false, goOn: () => undefined };
    const settled = sent.then(
      () => (state.done = true),
      () => (state.done = true),
    );
    for (let ms = PATIENCE_MS; ; ms = RETRY_DELAY_MS) {
      await Promise.race([settled, real(ms)]);
      if (state.done) return sent;
      if ((await this.database.waiting([session.pid])).has(session.pid)) break;
    }
    this.scheduler.note(`${label}: waits for a lock`);
    await new Promise<void>((resolve) => {
      state.goOn = resolve;
      this.waiting.set(session, state);
      this.scheduler.end();
    });
    return sent;
  }

  /**
   * While a statement waits for a lock, only those it waits for may send another one that could wait: which of two PostgreSQL
   * lets go on first is not always decided by who came first.
   */
  isHeld({ pid }: Session): boolean {
    return this.waiting.size > 0 && !this.blockers.has(pid);
  }

  /** Finds out which waiting statements have got their lock by what just happened. */
  async lookAfterWaiting(): Promise<void> {
    for (;;) {
      for (const [session, { done, goOn }] of this.waiting) {
        if (!done) continue;
        this.waiting.delete(session);
        this.scheduler.add(`${session.life?.name}: goes on, the lock is free`, session.life ?? null, () => {
          this.scheduler.begin();
          goOn();
        });
      }
      if (this.waiting.size === 0) return;
      const pids = [...this.waiting.keys()].map(({ pid }) => pid);
      const blockers = await this.database.waiting(pids);
      const allWait = pids.every((pid) => blockers.has(pid));
      this.blockers = new Set([...blockers.values()].flat());
      if (allWait && !isDeadlock(blockers)) return;
      await real(RETRY_DELAY_MS);
    }
  }
}

/** Nobody outside holds what they wait for: the database will end one of them. */
const isDeadlock = (blockers: Map<number, number[]>): boolean => {
  const stuck = new Map(blockers);
  for (let freed = true; freed;) {
    freed = false;
    for (const [pid, by] of stuck)
      if (by.some((blocker) => !stuck.has(blocker))) {
        stuck.delete(pid);
        freed = true;
      }
  }
  return stuck.size > 0;
};

const real = (ms: number): Promise<void> => new Promise((resolve) => pause(resolve, ms));
