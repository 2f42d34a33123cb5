import { type CatalogUnderTest, createGeode, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

it('the last migration can be reverted and run again, and keeps geodes', async () => {
  await createGeode(catalog, { title: 'Smoky', size: '3 1/2 inches' });
  const geodes = () => catalog.database.query('SELECT title, size_inches, search::text FROM geode');
  const before = await geodes();
  await catalog.database.undoLastMigration();
  expect(await geodes()).toEqual(before);
  await catalog.database.runMigrations();
  expect(await geodes()).toEqual(before);
});

it('the migrations make what the entities describe', async () => {
  const generated = await catalog.database.query<{ column: string }[]>(
    `SELECT column_name AS column FROM information_schema.columns WHERE table_name = 'geode' AND is_generated = 'ALWAYS'`,
  );
  expect(generated).toHaveLength(5);
  // TypeORM keeps expressions in a table of its own, which the shop does not have: here they are plain columns
  for (const { column } of generated)
    await catalog.database.query(`ALTER TABLE geode ALTER COLUMN ${column} DROP EXPRESSION`);
  const { upQueries } = await catalog.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});
