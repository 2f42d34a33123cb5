import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { DataSource } from 'typeorm';
import { Reconcile } from './reconcile.js';

/**
 * Books that come from a backup know nothing of what Square has done since. `npm run restore` leaves the moment of the
 * backup as the row `restored` of the comparisons; until one has read all since then, nobody is charged, because the stones
 * of the orders that were lost are still on sale, and nothing is voided, because its stones would be.
 */
@Injectable()
export class RestoredBooks {
  private areCompared = false;

  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(Reconcile) private readonly reconcile: Reconcile,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What comes of `work`; unknown, without a beginning of it, before the comparison. */
  async whenCompared<T>(work: () => Promise<T>): Promise<T | { outcome: 'unknown' }> {
    return (await this.isDone()) ? work() : { outcome: 'unknown' };
  }

  /** Compares where that is due. Throws where Square or the catalogue does not answer; the next round tries again. */
  async compare(signal?: AbortSignal): Promise<void> {
    if (await this.isDone()) return;
    this.logger.warn({}, 'the books come from a backup: comparing them with Square');
    const done = await this.reconcile.sinceBackup(signal);
    if (!done) return;
    await this.database.query(`DELETE FROM comparison WHERE span = 'restored'`);
    this.logger.warn(done, 'the books were compared with Square since their backup');
  }

  /** Books are restored while nothing of the shop runs, so once done is done for good. */
  private async isDone(): Promise<boolean> {
    if (this.areCompared) return true;
    const rows = await this.database.query<unknown[]>(`SELECT FROM comparison WHERE span = 'restored'`);
    return (this.areCompared = rows.length === 0);
  }
}
