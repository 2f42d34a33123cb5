import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which files the owner has imported, so that none is imported twice by mistake. */
export class KeepImports1795330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE geode_import (
        id uuid NOT NULL,
        fingerprint text NOT NULL,
        created integer NOT NULL,
        imported_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT geode_import_pkey PRIMARY KEY (id)
      );
      CREATE INDEX geode_import_by_file ON geode_import (fingerprint);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE geode_import');
  }
}
