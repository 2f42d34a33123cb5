import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hold has two more minutes after a decline, but not without end. */
export class CountSecondChances1795410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hold ADD COLUMN second_chances integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE hold DROP COLUMN second_chances');
  }
}
