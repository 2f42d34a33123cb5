import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { IncomingSweep } from './incoming-sweep.js';
import { PictureSweep } from './picture-sweep.js';

const INTERVAL_MS = 60 * 60_000;
const FIRST_AFTER_MS = 60_000;

/** Deletes unused uploads and pictures every hour. */
@Injectable()
export class SweepTask extends PeriodicTask {
  constructor(
    private readonly incoming: IncomingSweep,
    private readonly pictures: PictureSweep,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { firstAfterMs: FIRST_AFTER_MS, everyMs: INTERVAL_MS, failure: 'unused files not removed' });
  }

  protected async round(): Promise<undefined> {
    const [uploads, pictures] = await Promise.allSettled([this.incoming.sweep(), this.pictures.sweep()]);
    const removed = { uploads: countOf(uploads), pictures: countOf(pictures) };
    if (removed.uploads + removed.pictures > 0) this.logger.info(removed, 'unused files removed');
    for (const result of [uploads, pictures]) if (result.status === 'rejected') throw result.reason;
  }
}

const countOf = (result: PromiseSettledResult<number>): number => (result.status === 'fulfilled' ? result.value : 0);
