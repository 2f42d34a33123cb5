import type { OrderEvent } from '@geodes/contracts';
import type { EventQueue } from '@geodes/orders/dist/outbox/outbox-relay.js';
import type { RunContext } from '../simulation/run-context.js';
import type { ProcessRun } from '../simulation/scheduler.js';

/** A process that applies order events. */
export interface Worker {
  run: ProcessRun;
  apply(event: OrderEvent): Promise<void>;
}

interface Job {
  id: string;
  event: OrderEvent;
  attempts: number;
  worker: ProcessRun | undefined;
}

const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 1_000;
/** A job whose worker was killed or paused goes to another worker after this time. */
const STALLED_MS = 15_000;

/** Fakes BullMQ: delivers at least once, in any order, and may lose all jobs. */
export class ScriptedQueue {
  private readonly jobs = new Map<string, Job>();

  constructor(
    private readonly context: RunContext,
    private readonly workers: () => Worker[],
  ) {}

  /** Returns the queue client of one orders process. */
  forProcess(run: ProcessRun): EventQueue {
    return {
      addBulk: (jobs) => {
        const { scheduler, names, faults, random } = this.context;
        const add = async () => {
          const lost = random.chance(faults.queueLost);
          if (lost && random.chance(0.5)) throw new Error('Redis is unreachable');
          for (const { data, opts } of jobs) this.add(opts?.jobId ?? '', data);
          if (lost) throw new Error('Redis is unreachable');
          return [];
        };
        return scheduler.stepFor(`${run.name} → queue: ${names.in(jobs)}`, run, add);
      },
      close: () => Promise.resolve(),
    };
  }

  /** Loses all jobs, as Redis does without persistence. */
  empty(): void {
    this.jobs.clear();
  }

  private add(id: string, event: OrderEvent): void {
    if (this.jobs.has(id)) return;
    const job = { id, event, attempts: 0, worker: undefined };
    this.jobs.set(id, job);
    this.offer(job);
  }

  private offer(job: Job): void {
    const { scheduler, names, random } = this.context;
    scheduler.add(`queue: ${job.event.type} ${names.in(job.event)}`, null, () => {
      if (this.jobs.get(job.id) !== job) return;
      const alive = this.workers().filter(({ run }) => !run.dead && !run.paused);
      if (alive.length === 0) return this.retryLater(job, STALLED_MS);
      const worker = random.pick(alive);
      job.attempts += 1;
      job.worker = worker.run;
      this.watchForStall(job, worker.run);
      void worker.apply(job.event).then(
        () => this.jobs.delete(job.id),
        () => this.fail(job, worker.run),
      );
    });
  }

  private fail(job: Job, worker: ProcessRun): void {
    if (job.worker !== worker) return;
    job.worker = undefined;
    if (job.attempts >= MAX_ATTEMPTS) this.jobs.delete(job.id);
    else this.retryLater(job, BACKOFF_MS * 2 ** (job.attempts - 1));
  }

  private watchForStall(job: Job, worker: ProcessRun): void {
    this.context.scheduler.addTimer(`queue looks after ${job.event.type}`, null, STALLED_MS, () => {
      if (this.jobs.get(job.id) !== job || job.worker !== worker) return;
      // the worker may stall later: BullMQ, too, checks repeatedly
      if (!worker.dead && !worker.paused) return this.watchForStall(job, worker);
      job.worker = undefined;
      this.offer(job);
    });
  }

  private retryLater(job: Job, ms: number): void {
    this.context.scheduler.addTimer(`queue: ${job.event.type} waited`, null, ms, () => this.offer(job));
  }
}
