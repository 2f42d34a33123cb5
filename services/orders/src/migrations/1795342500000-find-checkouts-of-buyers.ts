import { createIndexConcurrently } from '@geodes/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'checkout_attempt_buyer';

/** Finds the checkouts of an email, for a buyer who asks what is stored. */
export class FindCheckoutsOfBuyers1795342500000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, NAME, "checkout_attempt ((request #>> '{buyerDetails,email}'))");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
  }
}
