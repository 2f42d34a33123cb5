import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The PIN that the owner set in the panel. At most one row. */
@Entity('owner_pin')
@Check('owner_pin_one', 'is_only')
export class OwnerPin {
  @PrimaryColumn('boolean', { name: 'is_only', primaryKeyConstraintName: 'owner_pin_pkey', default: true })
  isOnly!: boolean;

  /** Salted and slow to compute. */
  @Column('text')
  hash!: string;

  /** The hash of the configured PIN at that time. Another configured PIN replaces this row's. */
  @Column('text', { name: 'replaced_hash' })
  replacedHash!: string;

  @Column('timestamp with time zone', { name: 'set_at', precision: 3, default: () => 'now()' })
  setAt!: Date;
}
