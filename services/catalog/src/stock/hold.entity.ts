import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The stones of one browser's checkout before it pays: its reservation rows say which. A browser has one at a time. */
@Entity('hold')
@Index('hold_of_browser', ['browserId'], { unique: true, where: 'ended_at IS NULL' })
@Index('hold_by_end', { synchronize: false })
@Index('hold_by_browser', ['browserId', 'createdAt'])
@Index('hold_by_address', ['addressKey', 'createdAt'])
export class Hold {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'hold_pkey' })
  id!: string;

  @Column('uuid', { name: 'browser_id' })
  browserId!: string;

  /** Stands for the address whose minutes are counted; null where they are not. */
  @Column('text', { name: 'address_key', nullable: true })
  addressKey!: string | null;

  /** How often in a row the browser had asked again when it got this one. */
  @Column('integer', { default: 0 })
  renewals!: number;

  /** A stone of it was sold to its browser: its minutes do not count. */
  @Column('boolean', { default: false })
  bought!: boolean;

  /** How often a declined order has given stones back to it. */
  @Column('integer', { name: 'second_chances', default: 0 })
  secondChances!: number;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** The page was left: the hold ends at this time unless the browser asks for it again. */
  @Column('timestamp with time zone', { name: 'leaving_at', precision: 3, nullable: true })
  leavingAt!: Date | null;

  @Column('timestamp with time zone', { name: 'ended_at', precision: 3, nullable: true })
  endedAt!: Date | null;
}
