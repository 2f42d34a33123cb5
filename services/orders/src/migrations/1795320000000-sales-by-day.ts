import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums of sales, their views and triggers are not created: 1795460000000-sales-from-orders.ts would drop them. */
export class SalesByDay1795320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_item ADD COLUMN IF NOT EXISTS tier text;
      ALTER TABLE shop_order ADD COLUMN IF NOT EXISTS refunded_cents integer NOT NULL DEFAULT 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop_order DROP COLUMN refunded_cents;
      ALTER TABLE order_item DROP COLUMN tier;
    `);
  }
}
