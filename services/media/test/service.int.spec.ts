import { type MediaUnderTest, startMedia } from './media-under-test.js';

let media: MediaUnderTest;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

it('the migrations make what the entities describe', async () => {
  const { upQueries } = await media.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

it('the migrations can be taken back and run again', async () => {
  await media.database.undoLastMigration();
  await media.database.runMigrations();
  expect(await media.database.query('SELECT count(*)::int AS pictures FROM picture')).toEqual([{ pictures: 0 }]);
});

it('is ready while database, object store and NATS answer', async () => {
  const { statusCode, body } = await media.app.inject({ url: '/health/ready' });
  expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ok' }]);
});
