import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For how long a stone has been on sale. What is on sale already counts from when it was added: nothing else is known. */
export class OnSaleSince1795320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE geode ADD COLUMN on_sale_since timestamptz(3) NOT NULL DEFAULT now();
      UPDATE geode SET on_sale_since = created_at WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_by_time_on_sale ON geode (on_sale_since, id) WHERE units_available + units_reserved > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX geode_unsold_by_time_on_sale;
      ALTER TABLE geode DROP COLUMN on_sale_since;
    `);
  }
}
