import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is to be told waits without a number, so that purchases do not wait for each other's numbers. */
export class NumberLiveEventsLater1795390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE live_news (
        seq bigint GENERATED ALWAYS AS IDENTITY,
        geode_id uuid,
        availability text,
        ids uuid[],
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT live_news_pkey PRIMARY KEY (seq),
        CONSTRAINT live_news_is_one CHECK ((geode_id IS NULL) = (availability IS NULL) AND (geode_id IS NULL) <> (ids IS NULL))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_news');
  }
}
