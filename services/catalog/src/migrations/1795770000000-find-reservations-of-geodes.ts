import { createIndexConcurrently } from '@geodes/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'reservation_by_geode';

/** Finds all reservations of a geode, as its deletion and the foreign key's check do. */
export class FindReservationsOfGeodes1795770000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, NAME, 'reservation (geode_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
  }
}
