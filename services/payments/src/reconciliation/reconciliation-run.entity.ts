import { Column, Entity, PrimaryColumn } from 'typeorm';

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
