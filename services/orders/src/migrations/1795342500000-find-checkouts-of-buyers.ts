import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = 'checkout_attempt_buyer';

/**
 * What an address has typed at checkouts is found without reading them all: for whoever asks what is kept of her. Built
 * beside the shop; a run that broke off leaves an index that is of no use, which is made anew.
 */
export class FindCheckoutsOfBuyers1795342500000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const broken = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      NAME,
    ])) as unknown[];
    if (broken.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${NAME}`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${NAME} ON checkout_attempt ((request #>> '{buyerDetails,email}'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${NAME}`);
  }
}
