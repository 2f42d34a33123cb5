import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What open pages are told, numbered in the order of the commits. */
export class LiveEvents1795271000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE live_position (
        is_only boolean NOT NULL DEFAULT true,
        last bigint NOT NULL,
        CONSTRAINT live_position_pkey PRIMARY KEY (is_only),
        CONSTRAINT live_position_only CHECK (is_only)
      );
      INSERT INTO live_position (last) VALUES (0);
      CREATE TABLE live_event (
        id bigint NOT NULL,
        geode_id uuid,
        availability text,
        ids uuid[],
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT live_event_pkey PRIMARY KEY (id),
        CONSTRAINT live_event_is_one CHECK ((geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL))
      );
      CREATE INDEX live_event_by_age ON live_event (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_event, live_position');
  }
}
