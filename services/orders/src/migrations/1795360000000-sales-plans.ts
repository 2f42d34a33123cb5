import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The statements of a payment's figures are planned once a connection instead of for every payment: planning the view is
 * more work than reading one order through it.
 */
export class SalesPlans1795360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION enter_sale() SET plan_cache_mode = force_generic_plan');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION enter_sale() RESET plan_cache_mode');
  }
}
