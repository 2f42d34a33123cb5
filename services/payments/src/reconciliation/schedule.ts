import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger, PeriodicTask, type PeriodicTaskOptions } from '@geodes/kit';
import { PaymentStore, type StuckPayment } from '../payments/payment-store.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { VoidPayment } from '../payments/void-payment.js';
import { Reconcile } from './reconcile.js';
import { ReconciliationRunLog } from './reconciliation-run-log.js';

const MAX_CONCURRENT = 4;
const BATCH_SIZE = 20;

/** Finishes stuck attempts that no caller retries: unfinished voids and refunds, abandoned authorisations. */
@Injectable()
export class Sweep {
  constructor(
    private readonly store: PaymentStore,
    private readonly voidPayment: VoidPayment,
    private readonly refundPayment: RefundPayment,
  ) {}

  /** Returns how many attempts it claimed. Instances share the work by row, and each row backs off after each try. */
  async run(): Promise<number> {
    const stuck = await this.store.claimStuck(BATCH_SIZE);
    for (let start = 0; start < stuck.length; start += MAX_CONCURRENT)
      await Promise.all(stuck.slice(start, start + MAX_CONCURRENT).map((each) => this.finish(each)));
    return stuck.length;
  }

  private finish({ id, state }: StuckPayment): Promise<unknown> {
    return state === 'owed' ? this.refundPayment.retry(id) : this.voidPayment.execute(id);
  }
}

interface Task extends PeriodicTaskOptions {
  name: string;
  work: (signal: AbortSignal) => Promise<unknown>;
}

class ScheduledTask extends PeriodicTask {
  constructor(
    clock: Clock,
    logger: Logger,
    private readonly task: Task,
  ) {
    super(clock, logger, { ...task, failure: `periodic task failed: ${task.name}` });
  }

  protected async round(signal: AbortSignal): Promise<undefined> {
    await this.task.work(signal);
  }
}

/** Runs the periodic tasks. They do not need Redis. */
@Injectable()
export class Schedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: ScheduledTask[];

  constructor(
    reconcile: Reconcile,
    sweep: Sweep,
    runs: ReconciliationRunLog,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const tasks: Task[] = [
      { name: 'measure', everyMs: 30_000, work: () => runs.measure() },
      { name: 'sweep', firstAfterMs: 1_000, everyMs: 5_000, work: () => sweep.run() },
      { name: 'recent', firstAfterMs: 5_000, everyMs: 30_000, work: (signal) => reconcile.run('recent', signal) },
      { name: 'day', firstAfterMs: 15_000, everyMs: 3_600_000, work: (signal) => reconcile.run('day', signal) },
    ];
    this.tasks = tasks.map((task) => new ScheduledTask(clock, logger, task));
  }

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.onApplicationBootstrap();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.onModuleDestroy()));
  }
}
