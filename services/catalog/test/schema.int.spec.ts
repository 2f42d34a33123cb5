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

/** A transaction that reads table `two`, and a migration that locks these tables and waits for it. */
const migrationBehindReader = async (tables: string[]) => {
  const { database } = catalog;
  await database.query('CREATE TABLE IF NOT EXISTS one (); CREATE TABLE IF NOT EXISTS two ()');
  const reader = database.createQueryRunner();
  await reader.startTransaction();
  await reader.query('SELECT FROM two');
  let runs = 0;
  class LockTables {
    name = `Lock${tables.join('')}1999999999999`;
    async up(runner: QueryRunner): Promise<void> {
      runs += 1;
      for (const table of tables) await runner.query(`LOCK TABLE ${table}`);
    }
    down = () => Promise.resolve();
  }
  const { url } = database.options as { url: string };
  const options = databaseOptions({ url, entities: [], migrations: [LockTables], name: 'test' });
  const migrated = migrateDatabase(options, createLogger('test', 'silent'));
  const isWaiting = async () => {
    const [row] = await database.query<{ waits: boolean }[]>(
      `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'two'::regclass) AS waits`,
    );
    return row!.waits;
  };
  await eventually('the migration waits', isWaiting, 10_000, 20);
  const finish = async () => {
    await reader.commitTransaction();
    await reader.release();
    await migrated;
    return runs;
  };
  return { reader, finish };
};

it('a migration that waits for a reader, which waits for it, runs again', async () => {
  const { reader, finish } = await migrationBehindReader(['one', 'two']);
  await reader.query('SELECT FROM one');
  expect(await finish()).toBeGreaterThan(1);
});

it('a migration that waits for a long reader lets others read meanwhile', async () => {
  const { finish } = await migrationBehindReader(['two']);
  await catalog.database.query('SELECT FROM two');
  expect(await finish()).toBeGreaterThan(1);
});
