import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each process counts what is on sale in its memory, and reads here what changed since it last looked. */
export class LogWhatIsCounted1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE geode_change (
        changed_by bigint NOT NULL,
        geode_id uuid NOT NULL,
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT geode_change_pkey PRIMARY KEY (changed_by, geode_id)
      );

      CREATE FUNCTION log_geode_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO geode_change (changed_by, geode_id) VALUES (pg_current_xact_id()::text::bigint, coalesce(NEW.id, OLD.id))
          ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;

      CREATE TRIGGER geode_comes_or_goes AFTER INSERT OR DELETE ON geode
        FOR EACH ROW EXECUTE FUNCTION log_geode_change();

      CREATE TRIGGER geode_changes AFTER UPDATE ON geode FOR EACH ROW WHEN (
        (OLD.units_available + OLD.units_reserved > 0) <> (NEW.units_available + NEW.units_reserved > 0)
        OR OLD.price_cents <> NEW.price_cents OR OLD.category <> NEW.category
        OR OLD.size_inches IS DISTINCT FROM NEW.size_inches OR OLD.search <> NEW.search
      ) EXECUTE FUNCTION log_geode_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER geode_changes ON geode;
      DROP TRIGGER geode_comes_or_goes ON geode;
      DROP FUNCTION log_geode_change;
      DROP TABLE geode_change;
    `);
  }
}
