import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'order_item_pictures';

/**
 * Whether an order shows a picture is found without reading all orders: media asks so about every picture, again and again.
 * Indexed are the pictures' names, since an address may have a host before and a width behind them. Built beside the shop;
 * a run that broke off leaves an index that is of no use, which is made anew.
 */
export class FindPicturesOfOrders1795400000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION picture_names(addresses text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(substring(address FROM '/objects/([^?#]+)')) FROM unnest(addresses) AS address
      $$`);
    const broken = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      NAME,
    ])) as unknown[];
    if (broken.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${NAME}`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${NAME} ON order_item USING gin (picture_names(image_urls))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
    await runner.query('DROP FUNCTION picture_names');
  }
}
