import { type CatalogUnderTest, createGeode, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

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
