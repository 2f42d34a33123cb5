import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the owner says about the shop. */
export class ShopDetails1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shop_details (
        is_only boolean NOT NULL DEFAULT true,
        contact_email text,
        contact_phone text,
        contact_location text,
        hours text,
        legal_name text,
        postal_address text,
        announcement text,
        CONSTRAINT shop_details_pkey PRIMARY KEY (is_only),
        CONSTRAINT shop_details_one CHECK (is_only)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop_details');
  }
}
