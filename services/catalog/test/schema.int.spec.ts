import { type CatalogUnderTest, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

it('the migrations make what the entities describe', async () => {
  const { upQueries } = await catalog.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

it('the migrations can be taken back and run again', async () => {
  await catalog.database.undoLastMigration();
  await catalog.database.runMigrations();
  expect(await catalog.database.query('SELECT count(*)::int AS geodes FROM geode')).toEqual([{ geodes: 0 }]);
});
