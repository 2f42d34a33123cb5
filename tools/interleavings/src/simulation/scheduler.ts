import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@geodes/kit';
import type { Random } from '@geodes/testing';

/** One run of a process, from start to kill. The scheduler drops the steps of a dead process. */
export class ProcessRun {
  dead = false;
  /** Paused as by SIGSTOP: it resumes later and does not notice the pause. */
  paused = false;
  /** Error of its wall clock, milliseconds. */
  wallSkewMs = 0;
  /** Weight of its steps compared with those of other processes. */
  speed = 1;

  constructor(readonly name: string) {}
}

/** Virtual start of every run, milliseconds since 1970. */
export const START_TIME = Date.UTC(2026, 2, 1, 12);

/** A possible next step. `owner` is null when it belongs to the network, Square or the queue. */
interface Step {
  label: string;
  owner: ProcessRun | null;
  weight: number;
  order: number;
  run: () => void;
  /** True while the step must wait although its owner runs. */
  isHeld?: (() => boolean) | undefined;
}

interface Timer extends Step {
  due: number;
  /** A late delivery, not the timer of a process. */
  isLate: boolean;
}

/**
 * Picks the next step. Everything that a process waits for (a message, a statement, a sleep) is a step. One step runs at a
 * time, and the next one only when all code waits again. So the seed alone decides the order of all events, SQL statements
 * included. Time is virtual: it passes only in `advance`.
 */
export class Scheduler {
  /** The correct virtual time, milliseconds since 1970. */
  now = START_TIME;
  readonly log: string[] = [];
  steps = 0;
  /** Resumes statements that waited for a lock; set by the shop. */
  afterEachStep: (() => Promise<void>) | undefined;

  private readonly ready = new Set<Step>();
  private readonly timers = new Set<Timer>();
  private order = 0;
  private working = 0;
  private idle: (() => void) | undefined;

  constructor(
    private readonly random: Random,
    /** Spread of the weights: 0 gives all steps the same, 8 makes some 256 times less likely. */
    private readonly spread: number,
  ) {}

  /**
   * Adds a step. The label appears in the schedule. It also orders the steps before one is drawn: another label gives every
   * seed another schedule.
   */
  add(label: string, owner: ProcessRun | null, run: () => void, isHeld?: () => boolean): void {
    const weight = 2 ** -(this.random.next() * this.spread);
    this.ready.add({ label, owner, weight, order: (this.order += 1), run, isHeld });
  }

  /** Adds a step that does `work`. Resolves with its result. */
  stepFor<T>(label: string, owner: ProcessRun | null, work: () => Promise<T>, isHeld?: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      this.add(label, owner, () => void this.during(work()).then(resolve, reject), isHeld);
    });
  }

  /** Adds a step that is due in `ms` milliseconds. Returns a function that removes it. */
  addTimer(label: string, owner: ProcessRun | null, ms: number, run: () => void, isLate = false): () => void {
    const due = this.now + Math.max(0, Math.ceil(ms));
    const timer = { label, owner, weight: 1, order: (this.order += 1), run, due, isLate };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** Makes all late deliveries due now. */
  deliverLate(): void {
    for (const timer of this.timers) if (timer.isLate) timer.due = Math.min(timer.due, this.now);
  }

  /** Blocks all steps until `work` has ended. */
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

  /** Waits until no code runs and everything waits for a step. */
  async untilIdle(): Promise<void> {
    for (;;) {
      while (this.working > 0) await new Promise<void>((resolve) => (this.idle = resolve));
      // after one turn of the event loop, all settled promises have run their callbacks
      await nextTurn();
      if (this.working > 0) continue;
      await this.afterEachStep?.();
      if (this.working === 0) return;
    }
  }

  /** Returns the steps that can run now, in a reproducible order. */
  private readySteps(): Step[] {
    const due = [...this.timers].filter((timer) => timer.due <= this.now);
    return [...this.ready, ...due]
      .filter(({ owner, isHeld }) => !(owner && (owner.dead || owner.paused)) && !isHeld?.())
      .sort((one, other) => (one.label === other.label ? one.order - other.order : one.label < other.label ? -1 : 1));
  }

  /** Draws a step and runs it. Returns false when no step can run. */
  takeStep(): boolean {
    const steps = this.readySteps();
    if (steps.length === 0) return false;
    const step = this.random.weighted(steps, ({ weight, owner }) => weight * (owner?.speed ?? 1));
    this.ready.delete(step);
    this.timers.delete(step as Timer);
    this.note(step.label);
    step.run();
    return true;
  }

  get hasReadySteps(): boolean {
    return this.readySteps().length > 0;
  }

  /** Milliseconds until the next timer of a process that is not paused; undefined without timers. */
  get untilNextTimer(): number | undefined {
    const due = [...this.timers].filter(({ owner }) => !owner?.dead && !owner?.paused).map((timer) => timer.due);
    return due.length === 0 ? undefined : Math.max(0, Math.min(...due) - this.now);
  }

  advance(ms: number): void {
    this.now += Math.ceil(ms);
  }

  /** Drops the steps of a killed process. */
  dropStepsOf(run: ProcessRun): void {
    for (const step of this.ready) if (step.owner === run) this.ready.delete(step);
    for (const timer of this.timers) if (timer.owner === run) this.timers.delete(timer);
  }

  /** Adds a line to the schedule. */
  note(what: string): void {
    this.steps += 1;
    this.log.push(`${((this.now - START_TIME) / 1000).toFixed(3).padStart(9)} s  ${what}`);
  }
}

/** Returns the clock of one process, on virtual time. */
export const virtualClock = (scheduler: Scheduler, run: ProcessRun): Clock => ({
  now: () => scheduler.now,
  wall: () => scheduler.now + run.wallSkewMs,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = scheduler.addTimer(`${run.name} wakes`, run, ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    }),
});
