import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { atMost, CLOCK, type Clock, runPeriodically, LOGGER, type Logger, type PeriodicTaskOptions } from '@geodes/kit';
import { Differences } from '../differences/differences.js';
import { Reconcile } from './reconcile.js';
import { Sweep } from './sweep.js';

interface Task extends PeriodicTaskOptions {
  name: string;
  work: (signal: AbortSignal) => Promise<unknown>;
}

const STOP_TIMEOUT_MS = 2_000;
const HOUR_MS = 60 * 60_000;

/** Runs the periodic tasks. They do not need Redis. */
@Injectable()
export class Schedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly tasks: Task[];

  constructor(
    reconcile: Reconcile,
    sweep: Sweep,
    differences: Differences,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.tasks = [
      { name: 'sweep', firstAfterMs: 1_000, everyMs: 5_000, work: () => sweep.run() },
      { name: 'recent', firstAfterMs: 5_000, everyMs: 30_000, work: (signal) => reconcile.run('recent', signal) },
      { name: 'day', firstAfterMs: 15_000, everyMs: HOUR_MS, work: (signal) => reconcile.run('day', signal) },
      { name: 'prune', firstAfterMs: 60_000, everyMs: HOUR_MS, work: () => differences.prune() },
    ];
  }

  onApplicationBootstrap(): void {
    this.running = Promise.all(this.tasks.map((task) => this.start(task)));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await atMost(STOP_TIMEOUT_MS, this.running, this.clock);
  }

  private start({ name, work, ...options }: Task): Promise<void> {
    const { signal } = this.stopping;
    const run = () => work(signal).then(() => undefined);
    return runPeriodically(this.clock, signal, options, run, (error) =>
      this.logger.warn({ task: name, reason: String(error) }, 'periodic task failed'),
    );
  }
}
