import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATES = `'authorising', 'authorised', 'declined', 'capturing', 'captured', 'voiding', 'voided', 'refunded'`;

/** Payments that Square refuses, refunds that it does not carry out, and what the owner is told of the account. */
export class RefusalsAndOwedRefunds1795500000000 implements MigrationInterface {
  name = 'RefusalsAndOwedRefunds1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    await allowStates(runner, `${STATES}, 'refused', 'owed'`);
    await indexUnsettled(runner, `'authorising', 'voiding', 'owed'`);
    await runner.query('ALTER TABLE difference ALTER COLUMN square_payment_id DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM difference WHERE square_payment_id IS NULL');
    await runner.query('ALTER TABLE difference ALTER COLUMN square_payment_id SET NOT NULL');
    await runner.query(`UPDATE payment SET state = CASE state WHEN 'refused' THEN 'voided' ELSE 'refunded' END
      WHERE state IN ('refused', 'owed')`);
    await indexUnsettled(runner, `'authorising', 'voiding'`);
    await allowStates(runner, STATES);
  }
}

const allowStates = async (runner: QueryRunner, states: string): Promise<void> => {
  await runner.query('ALTER TABLE payment DROP CONSTRAINT payment_state_known');
  await runner.query(`ALTER TABLE payment ADD CONSTRAINT payment_state_known CHECK (state IN (${states}))`);
};

const indexUnsettled = async (runner: QueryRunner, states: string): Promise<void> => {
  await runner.query('DROP INDEX payment_unsettled');
  await runner.query(`CREATE INDEX payment_unsettled ON payment (state, updated_at) WHERE state IN (${states})`);
};
