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

/** That a geode's availability changed, or that geodes or pieces were made, edited or deleted. */
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

/**
 * What open pages are to be told, written by the transaction that changes it. Once that is committed it becomes an event
 * with a number.
 */
@Entity('live_news')
@Check('live_news_is_one', '(geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL)')
export class PendingLiveEvent extends LiveEventBase {
  /** What is told of one geode is in the order of its changes. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'live_news_pkey',
  })
  seq!: string;
}

/** What open pages are told, under a number. */
@Entity('live_event')
@Check('live_event_is_one', '(geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL)')
@Index('live_event_by_age', ['createdAt'])
export class LiveEvent extends LiveEventBase {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'live_event_pkey' })
  id!: string;
}
