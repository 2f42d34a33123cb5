import { type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

it('creates the schema that the entities describe', async () => {
  const { upQueries } = await payments.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

it('refuses a captured attempt without a Square payment in the database', async () => {
  const insert = payments.database.query(
    `INSERT INTO payment (id, amount_cents, state, version) VALUES (gen_random_uuid(), 1, 'captured', 1)`,
  );
  await expect(insert).rejects.toThrow('payment_taken_has_square_id');
});

it('is ready while Square is unreachable', async () => {
  await payments.simulator.kill();
  const { statusCode } = await payments.app.inject({ method: 'GET', url: '/health/ready' });
  expect(statusCode).toBe(200);
});

it('reverts the last migration and runs it again', async () => {
  await payments.database.undoLastMigration();
  await payments.database.runMigrations();
  expect(await payments.database.query('SELECT count(*)::int AS payments FROM payment')).toEqual([{ payments: 0 }]);
});
