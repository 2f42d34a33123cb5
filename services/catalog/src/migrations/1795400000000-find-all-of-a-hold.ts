import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * All reservations of a hold are in its index, not only those that are open: a hold that is deleted is taken out of each
 * of them, and without an index every such deletion reads all reservations.
 */
export class FindAllOfAHold1795400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX reservation_of_hold ON reservation (hold_id) WHERE hold_id IS NOT NULL;
      DROP INDEX reservation_by_hold;
      ALTER INDEX reservation_of_hold RENAME TO reservation_by_hold;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX reservation_of_hold ON reservation (hold_id) WHERE state IN ('held', 'reserved');
      DROP INDEX reservation_by_hold;
      ALTER INDEX reservation_of_hold RENAME TO reservation_by_hold;
    `);
  }
}
