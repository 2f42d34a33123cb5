import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'shop_order_number';

/**
 * Finds orders by the number that people see. Built while the shop runs; an index that an interrupted run left invalid is
 * dropped first.
 */
export class FindOrdersByNumber1795710000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const broken = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      NAME,
    ])) as unknown[];
    if (broken.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${NAME}`);
    await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${NAME} ON shop_order (upper(right(id::text, 8)))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
  }
}
