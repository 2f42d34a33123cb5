import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a comparison with Square last came to its end, whichever instance did it. */
@Entity('comparison')
export class Comparison {
  /** How far back it looks: `recent`, `day`, or `demand`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'comparison_pkey' })
  span!: string;

  @Column('timestamptz', { name: 'ended_at' })
  endedAt!: Date;
}
