import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMedia1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE picture (
        id text NOT NULL,
        object_path text NOT NULL,
        object_key text NOT NULL,
        incoming_key text NOT NULL,
        content_type text NOT NULL,
        bytes integer NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        sha256 text NOT NULL,
        placeholder text NOT NULL,
        state text NOT NULL DEFAULT 'stored',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT picture_pkey PRIMARY KEY (id),
        CONSTRAINT picture_size CHECK (width > 0 AND height > 0 AND bytes > 0),
        CONSTRAINT picture_state CHECK (state IN ('stored', 'prepared'))
      );
      CREATE TABLE variant (
        picture_id text NOT NULL,
        format text NOT NULL,
        width integer NOT NULL,
        object_key text NOT NULL,
        bytes integer NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT variant_pkey PRIMARY KEY (picture_id, format, width),
        CONSTRAINT variant_picture FOREIGN KEY (picture_id) REFERENCES picture (id) ON DELETE CASCADE
      );
      CREATE TABLE upload (
        key text NOT NULL,
        picture_id text,
        refusal jsonb,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT upload_pkey PRIMARY KEY (key),
        CONSTRAINT upload_outcome CHECK ((picture_id IS NULL) <> (refusal IS NULL))
      );
      CREATE INDEX upload_by_age ON upload (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE upload, variant, picture');
  }
}
