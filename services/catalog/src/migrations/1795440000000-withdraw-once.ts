import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a payment of a lost order has taken off sale is not taken once more when the comparison that asked for it is
 * repeated.
 */
export class WithdrawOnce1795440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE withdrawal (
        square_payment_id text NOT NULL,
        geode_id uuid NOT NULL REFERENCES geode (id) ON DELETE CASCADE,
        withdrawn_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT withdrawal_pkey PRIMARY KEY (square_payment_id, geode_id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE withdrawal');
  }
}
