import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Keeps units off sale for one browser before it pays; reservation rows say which units. A browser has one open hold. */
@Entity('hold')
@Index('hold_of_browser', ['browserId'], { unique: true, where: 'ended_at IS NULL' })
@Index('hold_by_end', { synchronize: false })
@Index('hold_by_browser', ['browserId', 'createdAt'])
export class Hold {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'hold_pkey' })
  id!: string;

  @Column('uuid', { name: 'browser_id' })
  browserId!: string;

  /** The geodes that it began with: the next hold of one of them renews it. */
  @Column('uuid', { name: 'geode_ids', array: true, default: () => "'{}'" })
  geodeIds!: string[];

  /** How often the browser has renewed the hold of these geodes. */
  @Column('integer', { default: 0 })
  renewals!: number;

  /** A geode of it was sold to its browser, so the next hold is no renewal. */
  @Column('boolean', { default: false })
  bought!: boolean;

  /** How often a declined order has given units back to it. */
  @Column('integer', { name: 'second_chances', default: 0 })
  secondChances!: number;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** Set when the page was left: the hold ends then, unless the browser asks for it again. */
  @Column('timestamp with time zone', { name: 'leaving_at', precision: 3, nullable: true })
  leavingAt!: Date | null;

  @Column('timestamp with time zone', { name: 'ended_at', precision: 3, nullable: true })
  endedAt!: Date | null;
}
