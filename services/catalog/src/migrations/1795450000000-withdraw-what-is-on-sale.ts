import type { MigrationInterface, QueryRunner } from 'typeorm';

/** After a restore every checkout of the backup has ended before a geode is withdrawn: none is reserved then. */
export class WithdrawWhatIsOnSale1795450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reservation DROP COLUMN withdrawn_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reservation ADD COLUMN withdrawn_at timestamptz(3)');
  }
}
