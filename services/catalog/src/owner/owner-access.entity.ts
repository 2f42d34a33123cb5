import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { PasskeyView, StoredPasskey } from '@geodes/contracts';

/** The PIN that the owner set in the panel. At most one row. */
@Entity('owner_pin')
@Check('owner_pin_one', 'is_only')
export class OwnerPin {
  @PrimaryColumn('boolean', { name: 'is_only', primaryKeyConstraintName: 'owner_pin_pkey', default: true })
  isOnly!: boolean;

  /** Salted and slow to compute. */
  @Column('text')
  hash!: string;

  /** The hash of the configured PIN at that time. The start with another configured PIN deletes the row. */
  @Column('text', { name: 'replaced_hash' })
  replacedHash!: string;

  @Column('timestamp with time zone', { name: 'set_at', precision: 3, default: () => 'now()' })
  setAt!: Date;
}

/** A passkey of the owner. It holds a public key, which opens nothing. */
@Entity('owner_passkey')
@Unique('owner_passkey_credential', ['credentialId'])
export class Passkey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'owner_passkey_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'credential_id' })
  credentialId!: string;

  @Column('text', { name: 'public_key' })
  publicKey!: string;

  /** An unsigned 32-bit number. */
  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  counter!: number;

  @Column('text', { array: true })
  transports!: string[];

  @Column('timestamp with time zone', { name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamp with time zone', { name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export const storedPasskey = (passkey: Passkey): StoredPasskey => {
  const { credentialId, publicKey, counter, transports } = passkey;
  return { ...passkeyView(passkey), credentialId, publicKey, counter, transports };
};
