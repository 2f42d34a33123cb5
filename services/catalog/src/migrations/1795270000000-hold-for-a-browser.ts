import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hold is a browser's; its stones are reservation rows without an order yet. */
export class HoldForABrowser1795270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE hold (
        id uuid NOT NULL,
        browser_id uuid NOT NULL,
        address_key text,
        renewals integer NOT NULL DEFAULT 0,
        bought boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        leaving_at timestamptz(3),
        ended_at timestamptz(3),
        CONSTRAINT hold_pkey PRIMARY KEY (id)
      );
      CREATE UNIQUE INDEX hold_of_browser ON hold (browser_id) WHERE ended_at IS NULL;
      CREATE INDEX hold_by_end ON hold (least(expires_at, leaving_at)) WHERE ended_at IS NULL;
      CREATE INDEX hold_by_browser ON hold (browser_id, created_at);
      CREATE INDEX hold_by_address ON hold (address_key, created_at);

      ALTER TABLE reservation
        ALTER COLUMN order_id DROP NOT NULL,
        ADD COLUMN hold_id uuid,
        ADD CONSTRAINT reservation_hold FOREIGN KEY (hold_id) REFERENCES hold (id) ON DELETE SET NULL,
        ADD CONSTRAINT reservation_owner CHECK
          ((state = 'held') = (order_id IS NULL) AND (order_id IS NOT NULL OR hold_id IS NOT NULL));
      CREATE INDEX reservation_by_hold ON reservation (hold_id) WHERE state IN ('held', 'reserved');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM reservation WHERE state = 'held';
      UPDATE geode SET units_available = units_available + units_reserved - kept.units, units_reserved = kept.units
        FROM (SELECT id, (SELECT count(*) FROM reservation WHERE geode_id = geode.id AND state = 'reserved')::int AS units
                FROM geode) AS kept
       WHERE kept.id = geode.id AND units_reserved <> kept.units;
      ALTER TABLE reservation DROP COLUMN hold_id, DROP CONSTRAINT IF EXISTS reservation_owner;
      ALTER TABLE reservation ALTER COLUMN order_id SET NOT NULL;
      DROP TABLE hold;
    `);
  }
}
