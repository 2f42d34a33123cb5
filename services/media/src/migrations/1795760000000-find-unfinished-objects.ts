import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Objects that are being stored, so that the sweep finds what a killed process left. Not rows of `discarded_object`, because
 * an older instance beside this one deletes those at once.
 */
export class FindUnfinishedObjects1795760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unfinished_object (
        key text NOT NULL,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT unfinished_object_pkey PRIMARY KEY (key)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unfinished_object');
  }
}
