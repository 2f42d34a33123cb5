import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Cut, cuttingProxy, type CuttingProxy } from '@geodes/testing';
import { eventually, type PaymentsUnderTest, startPayments } from './payments-under-test.js';

let payments: PaymentsUnderTest;
let cutter: CuttingProxy;
beforeAll(async () => {
  payments = await startPayments(async (url) => (cutter = await cuttingProxy(url)).url);
});
afterEach(async () => {
  cutter.cut(() => undefined);
  await payments.simulator.clearFaults();
});
afterAll(async () => {
  await payments.stop();
  await cutter.stop();
});

/** Ends all connections, like a restart of PostgreSQL. */
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

it('returns at worst an unknown outcome when the database drops its connections, and creates one payment', async () => {
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

it('reconciles again after its database connection was cut', async () => {
  await dropConnections();
  await eventually(async () => void (await payments.reconcile()), 5_000);
});

it.each(['before', 'after'] as const)(
  'leaves the outcome at worst unknown if a connection ends %s any statement, and accepts the command again',
  async (cut: Cut) => {
    const commands = [
      { run: (id: string) => payments.authorise(id), outcome: 'authorised' },
      { run: (id: string) => payments.capture(id), outcome: 'captured' },
    ];
    /** Cuts the statement with this number about a new attempt. Returns false if there are fewer. */
    const runThrough = async (number: number): Promise<boolean> => {
      const attemptId = randomUUID();
      const outcomes: string[] = [];
      let left = number;
      let isCut = false;
      cutter.cut(({ values }) => {
        if (isCut || !values.includes(attemptId) || left-- > 0) return undefined;
        isCut = true;
        return cut;
      });
      for (const { run, outcome } of commands) {
        await eventually(async () => {
          const actual = (await run(attemptId)).outcome;
          outcomes.push(actual);
          expect(actual).toBe(outcome);
        });
      }
      expect(outcomes.filter((outcome) => outcome !== 'unknown')).toEqual(['authorised', 'captured']);
      expect(await payments.simulator.statuses(attemptId)).toEqual(['COMPLETED']);
      return isCut;
    };
    let number = 0;
    while (await runThrough(number)) number += 1;
    expect(number).toBeGreaterThan(3);
  },
);
