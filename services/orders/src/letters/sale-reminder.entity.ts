import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody wants one letter an hour before a geode goes on sale. Its letters are deleted with it. */
@Entity('sale_reminder')
@Index('sale_reminder_once', ['email', 'geodeId'], { unique: true })
@Index('sale_reminder_open', ['geodeId'], { where: 'lettered_at IS NULL' })
export class SaleReminder {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sale_reminder_pkey' })
  id!: string;

  @Column('uuid', { name: 'geode_id' })
  geodeId!: string;

  @Column('text')
  email!: string;

  /** The last time. */
  @Column({ type: 'timestamptz', name: 'asked_at', precision: 3, default: () => 'now()' })
  askedAt!: Date;

  /** When its letter was written; null while it waits for its geode. */
  @Column({ type: 'timestamptz', name: 'lettered_at', nullable: true, precision: 3 })
  letteredAt!: Date | null;
}
