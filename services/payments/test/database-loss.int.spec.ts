import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { eventually, type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
beforeAll(async () => {
  payments = await startPayments();
});
afterEach(() => payments.simulator.clearFaults());
afterAll(() => payments.stop());

/** As when PostgreSQL is restarted. */
const dropConnections = async (): Promise<void> => {
  const options = payments.database.options as { url?: string };
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
};

it('a database that drops its connections is an unknown outcome at worst, and one payment in the end', async () => {
  const attemptId = randomUUID();
  await payments.simulator.fault('create', 'slow', { delayMs: 500 });
  const outcome = payments.authorise(attemptId);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await dropConnections();
  expect(['unknown', 'authorised']).toContain((await outcome).outcome);
  await eventually(async () => expect((await payments.authorise(attemptId)).outcome).toBe('authorised'), 5_000);
  await dropConnections();
  await eventually(async () => expect((await payments.capture(attemptId)).outcome).toBe('captured'), 5_000);
  expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
});

it('reconciliation goes on after its connection was cut', async () => {
  await dropConnections();
  await eventually(() => payments.reconcile(), 5_000);
});
