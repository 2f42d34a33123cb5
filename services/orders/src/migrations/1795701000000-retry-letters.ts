import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RetryLetters1795701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE letter ADD COLUMN waiting_since timestamptz(3) NOT NULL DEFAULT now()');
    await runner.query('UPDATE letter SET waiting_since = created_at');
    await runner.query("CREATE INDEX letter_asker ON letter ((question ->> 'email')) WHERE question IS NOT NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX letter_asker');
    await runner.query('ALTER TABLE letter DROP COLUMN waiting_since');
  }
}
