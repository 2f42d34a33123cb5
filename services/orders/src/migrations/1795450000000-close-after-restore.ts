import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CloseAfterRestore1795450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE restore_gate (
        backup_at timestamptz CONSTRAINT restore_gate_pkey PRIMARY KEY,
        restored_at timestamptz NOT NULL DEFAULT now()
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE restore_gate');
  }
}
