import { createIndexConcurrently } from '@geodes/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  shop_order_open: '(created_at, id) WHERE archived_at IS NULL',
  shop_order_open_status: '(status, created_at, id) WHERE archived_at IS NULL',
  shop_order_completed:
    "(created_at, id) WHERE archived_at IS NULL AND status IN ('shipped', 'delivered', 'completed')",
  shop_order_archive: '(created_at, id) WHERE archived_at IS NOT NULL',
  shop_order_archive_status: '(status, created_at, id) WHERE archived_at IS NOT NULL',
  shop_order_without_words: '(id) WHERE search IS NULL',
  shop_order_search: 'USING gin (search)',
};

/**
 * The owner finds orders by words, and each of her lists is in an index. Only adds, and without a transaction around
 * it: versions of the service that do not know of it go on, while the indexes are built beside them. Each step may be
 * repeated where an earlier run broke off. The orders that are there get their words from a later migration.
 */
export class FindOrders1795270000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop_order ADD COLUMN IF NOT EXISTS search tsvector');
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndexConcurrently(runner, name, `shop_order ${definition}`);
    await runner.query('ANALYZE shop_order');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
    await runner.query('ALTER TABLE shop_order DROP COLUMN search');
  }
}
