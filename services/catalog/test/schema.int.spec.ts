import { createLogger, databaseOptions, migrateDatabase } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import type { QueryRunner } from 'typeorm';
import { catalogForTests, createGeode } from './catalog-under-test.js';

const catalog = catalogForTests();

it('the last migration can be reverted and run again without losing geodes', async () => {
  await createGeode(catalog, { title: 'Smoky', size: '3 1/2 inches' });
  const geodes = () => catalog.database.query('SELECT title, size_inches, search::text FROM geode');
  const before = await geodes();
  await catalog.database.undoLastMigration();
  expect(await geodes()).toEqual(before);
  await catalog.database.runMigrations();
  expect(await geodes()).toEqual(before);
});

it('the migrations create the schema that the entities describe', async () => {
  const generated = await catalog.database.query<{ column: string }[]>(
    `SELECT column_name AS column FROM information_schema.columns WHERE table_name = 'geode' AND is_generated = 'ALWAYS'`,
  );
  expect(generated).toHaveLength(5);
  // TypeORM compares generated expressions with its metadata table, which the shop does not have: drop them first.
  for (const { column } of generated)
    await catalog.database.query(`ALTER TABLE geode ALTER COLUMN ${column} DROP EXPRESSION`);
  const { upQueries } = await catalog.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

it('a migration that waits for a reader, which waits for it, runs again', async () => {
  const { database } = catalog;
  await database.query('CREATE TABLE one (); CREATE TABLE two ()');
  const reader = database.createQueryRunner();
  let runs = 0;
  class LockBoth1999999999999 {
    async up(runner: QueryRunner): Promise<void> {
      runs += 1;
      await runner.query('LOCK TABLE one');
      await runner.query('LOCK TABLE two');
    }
    down = () => Promise.resolve();
  }
  const { url } = database.options as { url: string };
  const options = databaseOptions({ url, entities: [], migrations: [LockBoth1999999999999], name: 'test' });
  await reader.startTransaction();
  await reader.query('SELECT FROM two');
  const migrated = migrateDatabase(options, createLogger('test', 'silent'));
  const isWaiting = async () => {
    const [row] = await database.query<{ waits: boolean }[]>(
      `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'two'::regclass) AS waits`,
    );
    return row!.waits;
  };
  await eventually('the migration waits', isWaiting, 10_000, 20);
  await reader.query('SELECT FROM one');
  await reader.commitTransaction();
  await reader.release();
  await migrated;
  expect(runs).toBe(2);
});
