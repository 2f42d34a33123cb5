import { Entity, PrimaryColumn, Column } from 'typeorm';

/** A restore that is not reconciled with Square yet: no checkout is taken while there is a row. */
@Entity('restore_gate')
export class RestoreGateRow {
  @PrimaryColumn('timestamptz', { name: 'backup_at', primaryKeyConstraintName: 'restore_gate_pkey' })
  backupAt!: Date;

  @Column('timestamptz', { name: 'restored_at', default: () => 'now()' })
  restoredAt!: Date;
}
