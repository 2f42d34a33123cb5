import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_AUDIT_LOG_TABLE } from '@geodes/kit/audit-log';

/** Who changed which geode or showcase item, what and when. */
export class KeepChanges1795310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_AUDIT_LOG_TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE change');
  }
}
