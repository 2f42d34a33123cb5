import { type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

it('the migrations make what the entities describe', async () => {
  const { upQueries } = await payments.database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

it('the database itself refuses a captured attempt without its payment', async () => {
  const insert = payments.database.query(
    `INSERT INTO payment (id, amount_cents, state, version) VALUES (gen_random_uuid(), 1, 'captured', 1)`,
  );
  await expect(insert).rejects.toThrow('payment_taken_has_square_id');
});

it('is ready while Square is away', async () => {
  await payments.simulator.kill();
  const { statusCode } = await payments.app.inject({ method: 'GET', url: '/health/ready' });
  expect(statusCode).toBe(200);
});

it('the migrations can be taken back and run again', async () => {
  await payments.database.undoLastMigration();
  await payments.database.runMigrations();
  expect(await payments.database.query('SELECT count(*)::int AS payments FROM payment')).toEqual([{ payments: 0 }]);
});
