import type { OrderEvent } from '@geodes/contracts';
import type { EventQueue } from '@geodes/orders/dist/outbox/event-queue.js';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';

/** A process that applies order facts. */
export interface Worker {
  life: ProcessRun;
  apply(fact: OrderEvent): Promise<void>;
}

interface Job {
  id: string;
  fact: OrderEvent;
  tries: number;
  worker: ProcessRun | undefined;
}

const TRIES = 5;
const BACKOFF_MS = 1_000;
/** A job whose worker died or stopped goes to another one after this long. */
const STALLED_MS = 15_000;

/** BullMQ as the shop sees it: at least once, in any order, and it may forget everything. */
export class ScriptedQueue {
  private readonly jobs = new Map<string, Job>();

  constructor(
    private readonly around: RunContext,
    private readonly workers: () => Worker[],
  ) {}

  /** The queue as one process of the orders service has it. */
  seenBy(life: ProcessRun): EventQueue {
    return {
      addBulk: (jobs) => {
        const { scheduler, names, faults, random } = this.around;
        const add = async () => {
          const lost = random.chance(faults.queueLost);
          if (lost && random.chance(0.5)) throw new Error('Redis does not answer');
          for (const { data, opts } of jobs) this.add(opts?.jobId ?? '', data);
          if (lost) throw new Error('Redis does not answer');
          return [];
        };
        return scheduler.stepFor(`${life.name} → queue: ${names.in(jobs)}`, life, add);
      },
      close: () => Promise.resolve(),
    };
  }

  /** Redis comes back empty. */
  empty(): void {
    this.jobs.clear();
  }

  private add(id: string, fact: OrderEvent): void {
    if (this.jobs.has(id)) return;
    const job = { id, fact, tries: 0, worker: undefined };
    this.jobs.set(id, job);
    this.offer(job);
  }

  private offer(job: Job): void {
    const { scheduler, names, random } = this.around;
    scheduler.add(`queue: ${job.fact.type} ${names.in(job.fact)}`, null, () => {
      if (this.jobs.get(job.id) !== job) return;
      const alive = this.workers().filter(({ life }) => !life.dead && !life.paused);
      if (alive.length === 0) return this.offerAgain(job, STALLED_MS);
      const worker = random.pick(alive);
      job.tries += 1;
      job.worker = worker.life;
      this.watchStall(job, worker.life);
      void worker.apply(job.fact).then(
        () => this.jobs.delete(job.id),
        () => this.failed(job, worker.life),
      );
    });
  }

  private failed(job: Job, worker: ProcessRun): void {
    if (job.worker !== worker) return;
    job.worker = undefined;
    if (job.tries >= TRIES) this.jobs.delete(job.id);
    else this.offerAgain(job, BACKOFF_MS * 2 ** (job.tries - 1));
  }

  private watchStall(job: Job, worker: ProcessRun): void {
    this.around.scheduler.addTimer(`queue looks after ${job.fact.type}`, null, STALLED_MS, () => {
      if (this.jobs.get(job.id) !== job || job.worker !== worker) return;
      // a worker that lives now may be gone the next time: BullMQ, too, looks again and again
      if (!worker.dead && !worker.paused) return this.watchStall(job, worker);
      this.around.count('a job given to another worker');
      job.worker = undefined;
      this.offer(job);
    });
  }

  private offerAgain(job: Job, ms: number): void {
    this.around.scheduler.addTimer(`queue: ${job.fact.type} waited`, null, ms, () => this.offer(job));
  }
}
