import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * That what is counted of a geode (whether it is on sale, its price, size, category or words) changed. Triggers write it, so
 * that no writer can forget to.
 */
@Entity('geode_change')
export class GeodeChange {
  /** The transaction's number (pg_current_xact_id): a snapshot says which transactions its reader saw. */
  @PrimaryColumn('bigint', { name: 'changed_by', primaryKeyConstraintName: 'geode_change_pkey' })
  changedBy!: string;

  @PrimaryColumn('uuid', { name: 'geode_id', primaryKeyConstraintName: 'geode_change_pkey' })
  geodeId!: string;

  @Column('timestamp with time zone', { name: 'changed_at', precision: 3, default: () => 'now()' })
  changedAt!: Date;
}
