import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the gallery's filters ask for stands in one index, so that counting what they find does not read the geodes. */
export class CountInAnIndex1795341000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX geode_unsold_filtered ON geode (price_cents, size_inches, category, crystal_type, location)
        WHERE units_available + units_reserved > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX geode_unsold_filtered');
  }
}
