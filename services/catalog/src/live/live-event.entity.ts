import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Availability } from '@geodes/contracts';

/** The number of the last event. Whoever tells something locks this row until the commit: so numbers follow commits. */
@Entity('live_position')
@Check('live_position_only', 'is_only')
export class LivePosition {
  @PrimaryColumn('boolean', { name: 'is_only', default: true, primaryKeyConstraintName: 'live_position_pkey' })
  isOnly!: boolean;

  @Column('bigint')
  last!: string;
}

/** What open pages are told: that a geode's availability changed, or that geodes or pieces were made, edited or deleted. */
@Entity('live_event')
@Check('live_event_is_one', '(geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL)')
export class LiveEvent {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'live_event_pkey' })
  id!: string;

  @Column('uuid', { name: 'geode_id', nullable: true })
  geodeId!: string | null;

  @Column('text', { nullable: true })
  availability!: Availability | null;

  @Column('uuid', { array: true, nullable: true })
  ids!: string[] | null;

  @Index('live_event_by_age')
  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
