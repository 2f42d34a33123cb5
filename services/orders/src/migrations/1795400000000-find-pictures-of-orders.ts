import { createIndexConcurrently } from '@geodes/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'order_item_pictures';

/**
 * Whether an order shows a picture is found without reading all orders: media asks so about every picture, again and again.
 * Indexed are the pictures' names, since an address may have a host before and a width behind them.
 */
export class FindPicturesOfOrders1795400000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION picture_names(addresses text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(substring(address FROM '/objects/([^?#]+)')) FROM unnest(addresses) AS address
      $$`);
    await createIndexConcurrently(runner, NAME, 'order_item USING gin (picture_names(image_urls))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
    await runner.query('DROP FUNCTION picture_names');
  }
}
