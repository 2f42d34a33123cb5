import { createIndexConcurrently } from '@geodes/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'shop_order_number';

/** Finds orders by the number that people see. */
export class FindOrdersByNumber1795710000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, NAME, 'shop_order (upper(right(id::text, 8)))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
  }
}
