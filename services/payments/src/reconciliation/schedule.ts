import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { atMost, CLOCK, type Clock, runPeriodically, LOGGER, type Logger, type PeriodicTaskOptions } from '@geodes/kit';
import { DifferenceList } from './difference-list.js';
import { Reconcile } from './reconcile.js';
import { Sweep } from './sweep.js';

interface Round extends PeriodicTaskOptions {
  name: string;
  work: (signal: AbortSignal) => Promise<unknown>;
}

const STOP_TIMEOUT_MS = 2_000;
const HOUR_MS = 60 * 60_000;

/** What runs by the clock. It needs nothing but the database, so it works while Redis is away. */
@Injectable()
export class Schedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly rounds: Round[];

  constructor(
    @Inject(Reconcile) reconcile: Reconcile,
    @Inject(Sweep) sweep: Sweep,
    @Inject(DifferenceList) differences: DifferenceList,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = [
      { name: 'sweep', firstAfterMs: 1_000, everyMs: 5_000, work: () => sweep.run() },
      { name: 'recent', firstAfterMs: 5_000, everyMs: 30_000, work: (signal) => reconcile.run('recent', signal) },
      { name: 'day', firstAfterMs: 15_000, everyMs: HOUR_MS, work: (signal) => reconcile.run('day', signal) },
      { name: 'prune', firstAfterMs: 60_000, everyMs: HOUR_MS, work: () => differences.prune() },
    ];
  }

  onApplicationBootstrap(): void {
    this.running = Promise.all(this.rounds.map((round) => this.keep(round)));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await atMost(STOP_TIMEOUT_MS, this.running, this.clock);
  }

  private keep({ name, work, ...timetable }: Round): Promise<void> {
    const { signal } = this.stopping;
    const round = async () => {
      await work(signal);
      return undefined;
    };
    return runPeriodically(this.clock, signal, timetable, round, (error) =>
      this.logger.warn({ round: name, reason: String(error) }, 'round not finished'),
    );
  }
}
