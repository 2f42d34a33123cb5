import { type MediaUnderTest, startMedia } from './media-under-test.js';

let media: MediaUnderTest;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

it('creates the schema that the entities describe', async () => {
  const { upQueries } = await media.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

it('reverts the last migration and runs it again', async () => {
  await media.database.undoLastMigration();
  await media.database.runMigrations();
  expect(await media.database.query('SELECT count(*)::int AS pictures FROM picture')).toEqual([{ pictures: 0 }]);
});

it('is ready while the database, the object store and NATS respond', async () => {
  const { statusCode, body } = await media.app.inject({ url: '/health/ready' });
  expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ok' }]);
});
