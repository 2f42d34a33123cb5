import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Clock } from './clock.js';
import type { Logger } from './logger.js';

/** When the rounds of a piece of work are, in milliseconds. */
export interface PeriodicTaskOptions {
  /** From the start of the process to the first round; 0 unless told. */
  firstAfterMs?: number;
  /** From the end of one round to the next. */
  everyMs: number;
}

/** One round. It may answer after how many milliseconds the next is due, if not as the timetable says. */
export type TaskRun = () => Promise<number | undefined>;

/** One round after the other, never two at once, until `signal` is aborted. After a round that failed the next one comes all the same. */
export const runPeriodically = async (
  clock: Clock,
  signal: AbortSignal,
  { firstAfterMs = 0, everyMs }: PeriodicTaskOptions,
  round: TaskRun,
  failed: (error: unknown) => void,
): Promise<void> => {
  if (firstAfterMs > 0) await clock.sleep(firstAfterMs, signal);
  while (!signal.aborted) {
    const nextMs = await round().catch(failed);
    await clock.sleep(nextMs ?? everyMs, signal);
  }
};

/** Work that a process does over and over, one round at a time, as long as it runs. */
export abstract class PeriodicTask implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  protected constructor(
    protected readonly clock: Clock,
    protected readonly logger: Logger,
    /** `failure` is logged where a round fails. */
    private readonly timetable: PeriodicTaskOptions & { failure: string },
  ) {}

  onApplicationBootstrap(): void {
    this.running = runPeriodically(
      this.clock,
      this.stopping.signal,
      this.timetable,
      () => this.round(),
      (error) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.warn({ reason }, this.timetable.failure);
      },
    );
  }

  /** Ends when the round has that is under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Whether the process is stopping: a long round ends early. */
  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  protected abstract round(): ReturnType<TaskRun>;
}
