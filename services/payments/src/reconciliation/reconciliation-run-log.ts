import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@geodes/kit';
import { DataSource } from 'typeorm';
import { reconciliationLastRun, reconciliationOpen } from '../metrics.js';
import { DifferenceList } from './difference-list.js';

/** Notes that a comparison with Square came to its end, and how many differences then waited for the owner. */
@Injectable()
export class ReconciliationRunLog {
  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(DifferenceList) private readonly differences: DifferenceList,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Until when the books are known to agree with Square's: the end of the last comparison of a day, or how far one came
   * that was not read to its end. Undefined before the first.
   */
  async agreedAt(): Promise<Date | undefined> {
    const [row] = await this.database.query<{ at: Date }[]>(`SELECT ended_at AS at FROM comparison WHERE span = 'day'`);
    return row?.at;
  }

  /** Notes how far a comparison came that began where the books agreed, and was not read to its end. */
  async agreed(until: Date): Promise<void> {
    await this.database.query(`UPDATE comparison SET ended_at = greatest(ended_at, $1) WHERE span = 'day'`, [until]);
  }

  async ended(span: string): Promise<void> {
    await this.database.query(
      `INSERT INTO comparison (span, ended_at) VALUES ($1, now())
       ON CONFLICT (span) DO UPDATE SET ended_at = excluded.ended_at`,
      [span],
    );
    reconciliationLastRun.set({ span }, this.clock.wall() / 1000);
    reconciliationOpen.set(await this.differences.countOpen());
  }
}
