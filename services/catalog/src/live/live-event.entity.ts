import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Availability } from '@geodes/contracts';

/** The number of the last event. */
@Entity('live_position')
@Check('live_position_only', 'is_only')
export class LivePosition {
  @PrimaryColumn('boolean', { name: 'is_only', default: true, primaryKeyConstraintName: 'live_position_pkey' })
  isOnly!: boolean;

  @Column('bigint')
  last!: string;
}

/** Either one geode's new availability, or the ids of geodes or showcase items that were created, edited or deleted. */
abstract class LiveEventBase {
  @Column('uuid', { name: 'geode_id', nullable: true })
  geodeId!: string | null;

  @Column('text', { nullable: true })
  availability!: Availability | null;

  @Column('uuid', { array: true, nullable: true })
  ids!: string[] | null;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}

/** A live event without a number, inserted by the transaction that makes the change. It gets its number after the commit. */
@Entity('live_news')
@Check('live_news_is_one', '(geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL)')
export class PendingLiveEvent extends LiveEventBase {
  /** Keeps the events of one geode in the order of its changes. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'live_news_pkey',
  })
  seq!: string;
}

/** A numbered live event for browsers. */
@Entity('live_event')
@Check('live_event_is_one', '(geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL)')
@Index('live_event_by_age', ['createdAt'])
export class LiveEvent extends LiveEventBase {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'live_event_pkey' })
  id!: string;
}
