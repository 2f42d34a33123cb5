import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shows the hash of the owner's PIN to the table's owner alone: the audit's role may read all tables. */
export class HideOwnerPin1795830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_pin ENABLE ROW LEVEL SECURITY');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_pin DISABLE ROW LEVEL SECURITY');
  }
}
