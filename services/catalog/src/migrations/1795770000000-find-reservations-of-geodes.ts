import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'reservation_by_geode';

/**
 * Finds all reservations of a geode, as its deletion and the foreign key's check do. Built while the shop runs; an index that
 * an interrupted run left invalid is dropped first.
 */
export class FindReservationsOfGeodes1795770000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const broken = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      NAME,
    ])) as unknown[];
    if (broken.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${NAME}`);
    await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${NAME} ON reservation (geode_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
  }
}
