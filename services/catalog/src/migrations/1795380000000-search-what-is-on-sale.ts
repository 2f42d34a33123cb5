import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Only shoppers search, and only for what is not sold: the index of words has nothing else, so that no second index of all
 * unsold geodes is read beside it for every search, and what was sold in years does not slow one down.
 */
export class SearchWhatIsOnSale1795380000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX geode_unsold_search ON geode USING gin (search) WHERE units_available + units_reserved > 0;
      DROP INDEX geode_search;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX geode_search ON geode USING gin (search);
      DROP INDEX geode_unsold_search;
    `);
  }
}
