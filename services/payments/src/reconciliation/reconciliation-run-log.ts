import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Differences } from '../differences/differences.js';
import { reconciliationLastRun, reconciliationOpen } from '../metrics.js';

/**
 * When a reconciliation run of a span last ended, on any instance. For `day`, which continues where the last run stopped,
 * this is a cursor: until when the records are known to agree with Square's ledger.
 */
@Entity('comparison')
export class ReconciliationRun {
  /** How far back the run looks: `recent`, `day`, `demand`, or `restored` (since the restored backup). */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'comparison_pkey' })
  span!: string;

  @Column('timestamptz', { name: 'ended_at' })
  endedAt!: Date;
}

/** Records when reconciliation runs ended, and exports that and how many differences wait for the owner. */
@Injectable()
export class ReconciliationRunLog {
  constructor(
    private readonly database: DataSource,
    private readonly differences: Differences,
  ) {}

  /** When the latest run ended, of any span. Null before the first. */
  async lastEndedAt(): Promise<Date | null> {
    const runs = this.database.getRepository(ReconciliationRun);
    const [last] = await runs.find({ order: { endedAt: 'DESC' }, take: 1 });
    return last?.endedAt ?? null;
  }

  /**
   * Until when the records are known to agree with Square's ledger: the end of the last run of the span, or the point at
   * which an incomplete `day` run stopped. Undefined before the first.
   */
  async agreedUntil(span: 'recent' | 'day'): Promise<Date | undefined> {
    return (await this.database.getRepository(ReconciliationRun).findOneBy({ span }))?.endedAt;
  }

  /** Records the point at which an incomplete `day` or `restored` run stopped. Never moves back. */
  async recordProgress(until: Date): Promise<void> {
    await this.database.query(`UPDATE comparison SET ended_at = greatest(ended_at, $1) WHERE span = 'day'`, [until]);
  }

  async recordEnd(span: string): Promise<void> {
    await this.database.query(
      `INSERT INTO comparison (span, ended_at) VALUES ($1, now())
       ON CONFLICT (span) DO UPDATE SET ended_at = excluded.ended_at`,
      [span],
    );
    await this.measure();
  }

  /** Sets the gauges from the database, because another instance may have run last. */
  async measure(): Promise<void> {
    for (const { span, endedAt } of await this.database.getRepository(ReconciliationRun).find())
      reconciliationLastRun.set({ span }, endedAt.getTime() / 1000);
    reconciliationOpen.set(await this.differences.countOpen());
  }
}
