import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An import that ran, so that a repeat of it adds nothing. */
@Entity('geode_import')
export class GeodeImport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'geode_import_pkey' })
  id!: string;

  /** SHA-256 of the file, hex. */
  @Index('geode_import_by_file')
  @Column('text')
  fingerprint!: string;

  /** Number of geodes added. */
  @Column('integer')
  created!: number;

  @Column('timestamp with time zone', { name: 'imported_at', precision: 3, default: () => 'now()' })
  importedAt!: Date;
}
