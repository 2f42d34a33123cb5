import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The PIN that the owner sets in the panel, and passkeys. */
export class OwnerAccess1795670000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE owner_pin (
        is_only boolean NOT NULL DEFAULT true,
        hash text NOT NULL,
        replaced_hash text NOT NULL,
        set_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT owner_pin_pkey PRIMARY KEY (is_only),
        CONSTRAINT owner_pin_one CHECK (is_only)
      );
      CREATE TABLE owner_passkey (
        id uuid NOT NULL,
        name text NOT NULL,
        credential_id text NOT NULL,
        public_key text NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3),
        CONSTRAINT owner_passkey_pkey PRIMARY KEY (id),
        CONSTRAINT owner_passkey_credential UNIQUE (credential_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE owner_pin, owner_passkey');
  }
}
