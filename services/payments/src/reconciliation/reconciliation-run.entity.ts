import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * When a comparison with Square last came to its end, whichever instance did it. For that of a `day`, which looks back to where
 * the last one came, it is a position: until when the books are known to agree with Square's.
 */
@Entity('comparison')
export class ReconciliationRun {
  /** How far back it looks: `recent`, `day`, `demand`, or `restored`: to the backup that was restored. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'comparison_pkey' })
  span!: string;

  @Column('timestamptz', { name: 'ended_at' })
  endedAt!: Date;
}
