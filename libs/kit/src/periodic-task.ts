import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { reasonOf } from './app-error.js';
import { atMost, type Clock } from './clock.js';
import type { Logger } from './logger.js';

/** A stopping process waits this long for work that runs, so that most of the time until its end is left to other work. */
const STOP_TIMEOUT_MS = 2_000;

/** The timing of a periodic task, milliseconds. */
export interface PeriodicTaskOptions {
  /** From the start of the process to the first run; defaults to 0. */
  firstAfterMs?: number;
  /** From the end of one run to the start of the next. */
  everyMs: number;
}

/** A task that repeats for the lifetime of the process, one run at a time. */
export abstract class PeriodicTask implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  protected constructor(
    protected readonly clock: Clock,
    protected readonly logger: Logger,
    /** `failure` is the log message of a failed run. */
    private readonly schedule: PeriodicTaskOptions & { failure: string },
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.repeat();
  }

  /** Stops the task and waits for the current run. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    if (this.running) await atMost(STOP_TIMEOUT_MS, this.running, this.clock);
  }

  /** Whether the process is stopping, so that a long run can end early. */
  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** One run, until `signal` is aborted. It may return the milliseconds until the next run, in place of `everyMs`. */
  protected abstract round(signal: AbortSignal): Promise<number | undefined>;

  /** Goes on after a failed run. */
  private async repeat(): Promise<void> {
    const { firstAfterMs = 0, everyMs, failure } = this.schedule;
    const { signal } = this.stopping;
    if (firstAfterMs > 0) await this.clock.sleep(firstAfterMs, signal);
    while (!signal.aborted) {
      const nextMs = await this.round(signal).catch((error: unknown) =>
        this.logger.warn({ reason: reasonOf(error) }, failure),
      );
      await this.clock.sleep(nextMs ?? everyMs, signal);
    }
  }
}
