import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One request of a refund at a time, and its refusal stays. */
export class RefundRequests1795750000000 implements MigrationInterface {
  name = 'RefundRequests1795750000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE refund_request (
        id uuid NOT NULL CONSTRAINT refund_request_pkey PRIMARY KEY,
        in_flight_until timestamptz(3) NOT NULL,
        refusal text
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refund_request');
  }
}
