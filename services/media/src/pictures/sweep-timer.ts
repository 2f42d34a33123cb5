import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { IncomingSweep } from './incoming-sweep.js';
import { PictureSweep } from './picture-sweep.js';

const EVERY_MS = 60 * 60_000;
const FIRST_AFTER_MS = 60_000;

/** Sweeps every hour. */
@Injectable()
export class SweepTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly incoming: IncomingSweep,
    private readonly pictures: PictureSweep,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(FIRST_AFTER_MS);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private schedule(afterMs: number): void {
    this.timer = setTimeout(() => void this.sweep().finally(() => this.schedule(EVERY_MS)), afterMs).unref();
  }

  private async sweep(): Promise<void> {
    await this.told('uploads', this.incoming.sweep());
    await this.told('pictures', this.pictures.sweep());
  }

  private async told(what: string, sweep: Promise<number>): Promise<void> {
    try {
      const removed = await sweep;
      if (removed > 0) this.logger.info({ removed }, `unused ${what} removed`);
    } catch (error) {
      this.logger.warn({ reason: String(error) }, `unused ${what} not removed`);
    }
  }
}
