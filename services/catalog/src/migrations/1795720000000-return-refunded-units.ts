import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATES = ['held', 'reserved', 'sold', 'released'];

export class ReturnRefundedUnits1795720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await allow(runner, [...STATES, 'returned']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE reservation SET state = 'released' WHERE state = 'returned'");
    await allow(runner, STATES);
  }
}

const allow = async (runner: QueryRunner, states: string[]): Promise<void> => {
  const list = states.map((state) => `'${state}'`).join(', ');
  await runner.query('ALTER TABLE reservation DROP CONSTRAINT reservation_state');
  await runner.query(`ALTER TABLE reservation ADD CONSTRAINT reservation_state CHECK (state IN (${list}))`);
};
