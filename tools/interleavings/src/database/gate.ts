import { setTimeout as pause } from 'node:timers';
import type { Names } from '../simulation/run-context.js';
import type { ProcessRun, Scheduler } from '../simulation/scheduler.js';
import type { Database } from './database.js';
import type { Session, StatementKind } from './session.js';

/** When a connection breaks: before PostgreSQL receives the statement, or after it was executed. */
export type DatabaseFault = 'before' | 'after' | undefined;

/** A statement that waits for another transaction's lock. */
interface Waiting {
  done: boolean;
  resume: () => void;
}

/** A statement that takes longer than this may wait for a lock, milliseconds. */
const LOCK_CHECK_DELAY_MS = 3;
const RETRY_DELAY_MS = 1;

/** Stands between a service's processes and its database during one run: sets clocks, breaks connections, watches locks. */
export class Gate {
  private readonly sessions = new Set<Session>();
  private readonly waiting = new Map<Session, Waiting>();
  /** Backends that block others. */
  private blockers = new Set<number>();

  constructor(
    readonly database: Database,
    readonly scheduler: Scheduler,
    readonly names: Names,
    /** Whether other processes run between the statements of a transaction. */
    readonly interleavesTransactions: boolean,
    readonly faultOf: (kind: StatementKind) => DatabaseFault,
    /** Returns the mutated statement, or the same one. */
    readonly rewrite: (text: string) => string,
    /** Error of this database's clock, milliseconds. */
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

  hasWaiting(run: ProcessRun): boolean {
    return [...this.waiting.keys()].some((session) => session.run === run);
  }

  /** Ends a killed process's sessions: PostgreSQL rolls back open transactions. */
  async dropSessions(run: ProcessRun): Promise<void> {
    for (const session of [...this.sessions]) if (session.run === run) await session.abandon();
  }

  /** Ends all sessions, also one that was lent to a process after it was killed: its connection would be lost. */
  async dropAllSessions(): Promise<void> {
    for (const session of [...this.sessions]) await session.abandon();
  }

  /**
   * Waits for a statement's result. If the statement waits for a lock, other steps run meanwhile. Its result then arrives
   * in a separate step.
   */
  async watch<T>(session: Session, sent: Promise<T>, label: string): Promise<T> {
    if (!this.interleavesTransactions) return sent;
    const state: Waiting = { done: false, resume: () => undefined };
    const settled = sent.then(
      () => (state.done = true),
      () => (state.done = true),
    );
    for (let ms = LOCK_CHECK_DELAY_MS; ; ms = RETRY_DELAY_MS) {
      await Promise.race([settled, realDelay(ms)]);
      if (state.done) return sent;
      if ((await this.database.waiting([session.pid])).has(session.pid)) break;
    }
    this.scheduler.note(`${label}: waits for a lock`);
    await new Promise<void>((resolve) => {
      state.resume = resolve;
      this.waiting.set(session, state);
      this.scheduler.end();
    });
    return sent;
  }

  /**
   * While a statement waits for a lock, only the sessions that block it may send another statement that could wait.
   * PostgreSQL does not always wake two waiting statements in the order of their arrival.
   */
  isHeld({ pid }: Session): boolean {
    return this.waiting.size > 0 && !this.blockers.has(pid);
  }

  /**
   * Adds a step for each waiting statement that got its lock in the last step, in the order in which they began to wait:
   * PostgreSQL's replies to two of them arrive in either order.
   */
  async resumeUnblocked(): Promise<void> {
    await this.locksGranted();
    for (const [session, { done, resume }] of this.waiting) {
      if (!done) continue;
      this.waiting.delete(session);
      this.scheduler.add(`${session.run?.name}: goes on, the lock is free`, session.run ?? null, () => {
        this.scheduler.begin();
        resume();
      });
    }
  }

  /** Waits until every statement has its result or really waits for another one's lock. */
  private async locksGranted(): Promise<void> {
    for (;;) {
      const pids = [...this.waiting].flatMap(([{ pid }, { done }]) => (done ? [] : pid));
      if (pids.length === 0) return;
      const blockers = await this.database.waiting(pids);
      const allWait = pids.every((pid) => blockers.has(pid));
      this.blockers = new Set([...blockers.values()].flat());
      if (allWait && !isDeadlock(blockers)) return;
      await realDelay(RETRY_DELAY_MS);
    }
  }
}

/** True when the waiting backends block each other: PostgreSQL will abort one of them. */
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

const realDelay = (ms: number): Promise<void> => new Promise((resolve) => pause(resolve, ms));
