import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A unit that a lost order has bought may be under payment for another order: it leaves when that one gives it back. */
export class WithdrawWhatIsReserved1795430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reservation ADD COLUMN withdrawn_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reservation DROP COLUMN withdrawn_at');
  }
}
