import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from '@geodes/testing';
import type { ProcessRun } from './process-run.js';

/** When every interleaving begins, milliseconds since 1970. */
export const BEGINNING = Date.UTC(2026, 2, 1, 12);

/** Something that can happen next. `owner` is null where it belongs to no process: the network, Square, the queue. */
interface Step {
  label: string;
  owner: ProcessRun | null;
  weight: number;
  order: number;
  run: () => void;
  /** Not now, though it is its owner's turn. */
  isHeld?: (() => boolean) | undefined;
}

interface Timer extends Step {
  due: number;
  /** It is on its way through a slow network, not set by somebody who waits. */
  isLate: boolean;
}

/**
 * Decides what happens next. Everything that a process of the shop waits for (a message, a statement, a sleep) is a step
 * here; one is taken at a time, and the next only when all code has come to wait again. So the seed alone decides the
 * order of everything, the database's statements included. Time is ours: it passes only when the schedule says so.
 */
export class Scheduler {
  /** Milliseconds since 1970 on the clock that is right. */
  now = BEGINNING;
  readonly log: string[] = [];
  steps = 0;
  /** Looks after statements that wait for a lock; set by the database gate. */
  afterEachTurn: (() => Promise<void>) | undefined;

  private readonly ready = new Set<Step>();
  private readonly timers = new Set<Timer>();
  private order = 0;
  private working = 0;
  private idle: (() => void) | undefined;

  constructor(
    private readonly random: Random,
    /** How unevenly steps come up: 0 all alike, 8 some are 256 times as slow as others. */
    private readonly spread: number,
  ) {}

  /** Adds a step; its label is what the schedule shows. */
  add(label: string, owner: ProcessRun | null, run: () => void, isHeld?: () => boolean): () => void {
    const weight = 2 ** -(this.random.next() * this.spread);
    const step = { label, owner, weight, order: (this.order += 1), run, isHeld };
    this.ready.add(step);
    return () => void this.ready.delete(step);
  }

  /** Adds a step that does work, and waits for its end. */
  stepFor<T>(label: string, owner: ProcessRun | null, work: () => Promise<T>, isHeld?: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      this.add(label, owner, () => void this.during(work()).then(resolve, reject), isHeld);
    });
  }

  /** Adds a step that can be taken `ms` milliseconds from now and not before. */
  addTimer(label: string, owner: ProcessRun | null, ms: number, run: () => void, isLate = false): () => void {
    const due = this.now + Math.max(0, Math.ceil(ms));
    const timer = { label, owner, weight: 1, order: (this.order += 1), run, due, isLate };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** What is late arrives now. */
  hurry(): void {
    for (const timer of this.timers) if (timer.isLate) timer.due = Math.min(timer.due, this.now);
  }

  /** No step is taken until `work` has ended. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.begin();
    try {
      return await work;
    } finally {
      this.end();
    }
  }

  begin(): void {
    this.working += 1;
  }

  end(): void {
    this.working -= 1;
    if (this.working === 0) this.idle?.();
  }

  /** Waits until nothing runs any more and everything waits for a step. */
  async quiet(): Promise<void> {
    for (;;) {
      while (this.working > 0) await new Promise<void>((resolve) => (this.idle = resolve));
      // one turn of the event loop: all promises that are decided have told everybody
      await nextTurn();
      if (this.working > 0) continue;
      await this.afterEachTurn?.();
      if (this.working === 0) return;
    }
  }

  /** What can happen now, in an order that the seed decides. */
  private possible(): Step[] {
    const due = [...this.timers].filter((timer) => timer.due <= this.now);
    return [...this.ready, ...due]
      .filter(({ owner, isHeld }) => !(owner && (owner.dead || owner.paused)) && !isHeld?.())
      .sort((one, other) => (one.label === other.label ? one.order - other.order : one.label < other.label ? -1 : 1));
  }

  /** Takes one of the possible steps; false where there is none. */
  takeOne(): boolean {
    const possible = this.possible();
    if (possible.length === 0) return false;
    const step = this.random.weighted(possible, ({ weight, owner }) => weight * (owner?.speed ?? 1));
    this.ready.delete(step);
    this.timers.delete(step as Timer);
    this.note(step.label);
    step.run();
    return true;
  }

  get hasPossible(): boolean {
    return this.possible().length > 0;
  }

  /** Milliseconds until the next timer of a process that is not stopped; undefined where none is set. */
  get untilNextTimer(): number | undefined {
    const due = [...this.timers].filter(({ owner }) => !owner?.dead && !owner?.paused).map((timer) => timer.due);
    return due.length === 0 ? undefined : Math.max(0, Math.min(...due) - this.now);
  }

  pass(ms: number): void {
    this.now += Math.ceil(ms);
  }

  /** Drops what a killed process was about to do. */
  forget(life: ProcessRun): void {
    for (const step of this.ready) if (step.owner === life) this.ready.delete(step);
    for (const timer of this.timers) if (timer.owner === life) this.timers.delete(timer);
  }

  note(what: string): void {
    this.steps += 1;
    this.log.push(`${((this.now - BEGINNING) / 1000).toFixed(3).padStart(9)} s  ${what}`);
  }
}
