import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reservations say which network keeps their unit off sale; `off_sale_time` has the time of ended ones for an hour. */
export class CountTimeOffSale1795610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reservation
        ADD COLUMN address_key text,
        ADD COLUMN site_key text,
        ADD COLUMN booked_from timestamptz(3),
        ADD COLUMN booked_until timestamptz(3);
      CREATE INDEX reservation_by_address ON reservation (address_key) WHERE address_key IS NOT NULL;
      CREATE INDEX reservation_by_site ON reservation (site_key) WHERE site_key IS NOT NULL;

      CREATE TABLE off_sale_time (
        network_key text NOT NULL,
        began_at timestamptz(3) NOT NULL,
        seconds double precision NOT NULL,
        CONSTRAINT off_sale_time_pkey PRIMARY KEY (network_key, began_at)
      );
      CREATE INDEX off_sale_time_by_begin ON off_sale_time (began_at);

      DROP INDEX hold_by_address;
      ALTER TABLE hold DROP COLUMN address_key, ADD COLUMN geode_ids uuid[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hold DROP COLUMN geode_ids, ADD COLUMN address_key text;
      CREATE INDEX hold_by_address ON hold (address_key, created_at);
      DROP TABLE off_sale_time;
      ALTER TABLE reservation
        DROP COLUMN address_key, DROP COLUMN site_key, DROP COLUMN booked_from, DROP COLUMN booked_until;
    `);
  }
}
