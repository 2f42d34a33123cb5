import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ErrorCode } from '@geodes/contracts';

interface Refusal {
  code: ErrorCode;
  message: string;
}

/** The outcome of an ingested upload. A repeated command gets the same outcome after the object is deleted. */
@Entity('upload')
@Check('upload_outcome', '(picture_id IS NULL) <> (refusal IS NULL)')
@Index('upload_by_age', ['createdAt'])
export class Upload {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'upload_pkey' })
  key!: string;

  @Column('text', { name: 'picture_id', nullable: true })
  pictureId!: string | null;

  @Column('jsonb', { nullable: true })
  refusal!: Refusal | null;

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
