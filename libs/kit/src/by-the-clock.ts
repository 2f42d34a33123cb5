import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Clock } from './clock.js';
import type { Logger } from './logger.js';

/** When the rounds of a piece of work are, in milliseconds. */
export interface Timetable {
  /** From the start of the process to the first round; 0 unless told. */
  firstAfterMs?: number;
  /** From the end of one round to the next. */
  everyMs: number;
  /** Logged where a round fails. The next one comes all the same. */
  failure: string;
}

/** Work that a process does over and over, one round at a time, as long as it runs. */
export abstract class ByTheClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  protected constructor(
    protected readonly clock: Clock,
    protected readonly logger: Logger,
    private readonly timetable: Timetable,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.go();
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

  /** One round. It may answer after how many milliseconds the next is due, if not as the timetable says. */
  protected abstract round(): Promise<number | undefined>;

  private async go(): Promise<void> {
    const { firstAfterMs = 0, everyMs, failure } = this.timetable;
    if (firstAfterMs > 0) await this.clock.sleep(firstAfterMs, this.stopping.signal);
    while (!this.isStopping) {
      const nextMs = await this.round().catch((error: unknown) => {
        this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, failure);
        return undefined;
      });
      await this.clock.sleep(nextMs ?? everyMs, this.stopping.signal);
    }
  }
}
