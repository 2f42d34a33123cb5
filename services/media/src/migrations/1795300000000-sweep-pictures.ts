import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures that nothing uses go; what was uploaded is kept beside what was made of it. */
export class SweepPictures1795300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE picture
        ADD COLUMN original_key text,
        ADD COLUMN uploaded_at timestamptz(3) NOT NULL DEFAULT now(),
        ADD COLUMN unused_since timestamptz(3),
        ADD COLUMN looked_at timestamptz(3);
      CREATE INDEX picture_by_look ON picture (looked_at NULLS FIRST, id);
      CREATE TABLE discarded_object (
        key text NOT NULL,
        discarded_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT discarded_object_pkey PRIMARY KEY (key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE discarded_object;
      DROP INDEX picture_by_look;
      ALTER TABLE picture
        DROP COLUMN original_key,
        DROP COLUMN uploaded_at,
        DROP COLUMN unused_since,
        DROP COLUMN looked_at;
    `);
  }
}
