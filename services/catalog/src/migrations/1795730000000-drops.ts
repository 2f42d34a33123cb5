import type { MigrationInterface, QueryRunner } from 'typeorm';

const UNSOLD = 'units_available + units_reserved > 0';

/** Drafts, and geodes that go on sale at an instant. `is_unsold` is false for drafts from now on, so no list shows them. */
export class Drops1795730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE geode ADD COLUMN is_draft boolean NOT NULL DEFAULT false, ADD COLUMN available_from timestamptz(3);
      CREATE INDEX geode_by_instant ON geode (available_from, id) WHERE available_from IS NOT NULL;
      CREATE INDEX geode_to_open ON geode (available_from) WHERE on_sale_since < available_from;
    `);
    await generateUnsold(runner, `${UNSOLD} AND NOT is_draft`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await generateUnsold(runner, UNSOLD);
    await runner.query('ALTER TABLE geode DROP COLUMN available_from, DROP COLUMN is_draft');
  }
}

/** PostgreSQL 15 cannot change the expression of a generated column. */
const generateUnsold = async (runner: QueryRunner, expression: string): Promise<void> => {
  await runner.query(`
    ALTER TABLE geode DROP COLUMN is_unsold;
    ALTER TABLE geode ADD COLUMN is_unsold boolean NOT NULL GENERATED ALWAYS AS (${expression}) STORED;
    CREATE INDEX geode_unsold_by_age ON geode (created_at, id) WHERE is_unsold;
    CREATE INDEX geode_unsold_by_price ON geode (price_cents, id, size_inches, crystal_key, category, location_key)
      WHERE is_unsold;
    CREATE INDEX geode_unsold_by_crystal ON geode (crystal_key, price_cents, size_inches, category, location_key, id)
      WHERE is_unsold;
    CREATE INDEX geode_unsold_search ON geode USING gin (search) WITH (fastupdate = off) WHERE is_unsold;
    CREATE INDEX geode_featured_by_age ON geode (created_at, id) WHERE is_featured AND is_unsold;
    ANALYZE geode;
  `);
};
