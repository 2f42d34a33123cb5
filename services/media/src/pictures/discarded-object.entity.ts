import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object whose row is deleted and whose bytes are still to be deleted. */
@Entity('discarded_object')
export class DiscardedObject {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'discarded_object_pkey' })
  key!: string;

  @Column('timestamp with time zone', { name: 'discarded_at', precision: 3, default: () => 'now()' })
  discardedAt!: Date;
}
