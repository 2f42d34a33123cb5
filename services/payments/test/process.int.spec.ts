import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Bus, createLogger } from '@geodes/kit';
import {
  type Cut,
  cuttingProxy,
  type CuttingProxy,
  endProcess,
  freePort,
  freshDatabase,
  type FreshDatabase,
  startProgram,
  testServers,
} from '@geodes/testing';
import { command, eventually, Simulator, usePayments } from './payments-under-test.js';

describe('the process', () => {
  let simulator: Simulator;
  let database: FreshDatabase;
  let bus: Bus;
  let service: ChildProcess;
  let port: number;
  let output = '';

  /** The service as a child process. */
  const start = async (): Promise<void> => {
    const env = {
      NAME: 'payments',
      LOG_LEVEL: 'trace',
      HTTP_PORT: String(port),
      NATS_URL: (await testServers()).nats,
      DATABASE_URL: database.url,
      SQUARE_ENVIRONMENT: 'simulator',
      SQUARE_ACCESS_TOKEN: 'secret-access-token',
      SQUARE_BASE_URL: simulator.url,
      SQUARE_LOCATION_ID: 'LSIM000000001',
      PUBLIC_URL: 'http://localhost:8080',
    };
    service = await startProgram('services/payments', port, env, (text) => (output += text));
  };

  beforeAll(async () => {
    [simulator, database, port] = await Promise.all([Simulator.start(), freshDatabase('payments'), freePort()]);
    bus = new Bus((await testServers()).nats, createLogger('test', 'silent'));
    await bus.onModuleInit();
    await start();
  });
  afterEach(() => simulator.clearFaults());
  afterAll(async () => {
    await endProcess(service, 'SIGKILL');
    await bus.onApplicationShutdown();
    await simulator.stop();
    await database.drop();
  });

  const authorise = (attemptId: string) => bus.call('payments.authorise', command(attemptId), { timeoutMs: 10_000 });
  const capture = (attemptId: string) => bus.call('payments.capture', { attemptId }, { timeoutMs: 12_000 });
  const voidPayment = (attemptId: string) => bus.call('payments.void', { attemptId }, { timeoutMs: 12_000 });

  describe('a payments process that is killed', () => {
    /** Open when the process is killed. */
    const attempts = {
      carriedOut: randomUUID(),
      notCarriedOut: randomUUID(),
      abandoned: randomUUID(),
      capturing: randomUUID(),
      voiding: randomUUID(),
    };
    /** Longer than it takes to begin all commands and kill the process. */
    const SLOW_MS = 5_000;
    /** So long that the create usually arrives after the repeated one of the next process. */
    const LATE_MS = 10_000;
    let slowCallsEnd: Promise<void>;

    beforeAll(async () => {
      await Promise.all([authorise(attempts.capturing), authorise(attempts.voiding)]);
      let answered = 0;
      const begin = (call: Promise<unknown>) =>
        void call.then(
          () => (answered += 1),
          () => undefined,
        );
      await simulator.fail('create', 'slow', { delayMs: SLOW_MS, recorded: true, count: 2 });
      begin(authorise(attempts.carriedOut));
      begin(authorise(attempts.abandoned));
      await simulator.fail('complete', 'slow', { delayMs: SLOW_MS, recorded: true });
      begin(capture(attempts.capturing));
      await simulator.fail('cancel', 'hang-before');
      begin(voidPayment(attempts.voiding));
      await simulator.allFaultsMet();
      await simulator.fail('create', 'slow', { delayMs: LATE_MS, recorded: false });
      begin(authorise(attempts.notCarriedOut));
      await simulator.allFaultsMet();
      slowCallsEnd = pause(LATE_MS + 500);
      expect(answered).toBe(0);
      await endProcess(service, 'SIGKILL');
      await start();
    });

    it.each([
      [false, attempts.notCarriedOut],
      [true, attempts.carriedOut],
    ])(
      'continues with the same payment after a crash during an authorisation (carried out at Square: %s)',
      async (_recorded, attemptId) => {
        expect((await authorise(attemptId)).outcome).toBe('authorised');
        expect((await capture(attemptId)).outcome).toBe('captured');
        await slowCallsEnd;
        expect(await simulator.statuses(attemptId)).toEqual(['COMPLETED']);
      },
    );

    it('voids the payment after a crash during its authorisation', async () => {
      expect(await voidPayment(attempts.abandoned)).toEqual({ outcome: 'voided' });
      expect(await authorise(attempts.abandoned)).toEqual({ outcome: 'voided' });
      expect(await simulator.statuses(attempts.abandoned)).toEqual(['CANCELED']);
    });

    it('captures once after a crash during a capture', async () => {
      expect((await capture(attempts.capturing)).outcome).toBe('captured');
      expect(await simulator.statuses(attempts.capturing)).toEqual(['COMPLETED']);
    });

    it('finishes a void by itself after a crash', async () => {
      await eventually(async () => expect(await simulator.statuses(attempts.voiding)).toEqual(['CANCELED']), 15_000);
    });
  });

  it("never logs a card's token, an email address or Square's access token", async () => {
    for (const change of [{}, { paymentToken: 'cnon:secret' }, { note: 'n'.repeat(501) }, { amountCents: 0 }])
      await bus.call('payments.authorise', { ...command(randomUUID()), ...change }).catch(() => undefined);
    expect(output).toContain('payments.authorise');
    for (const secret of ['cnon:', 'buyer@example.com', 'secret-access-token']) expect(output).not.toContain(secret);
  });

  it('finishes running commands before it stops on SIGTERM', async () => {
    const attemptId = randomUUID();
    await simulator.fail('create', 'slow', { delayMs: 2_000 });
    const outcome = authorise(attemptId);
    await simulator.allFaultsMet();
    service.kill('SIGTERM');
    const [code] = (await once(service, 'exit')) as [number];
    expect((await outcome).outcome).toBe('authorised');
    expect(code).toBe(0);
  });
});

describe('the database', () => {
  let cutter: CuttingProxy;
  const payments = usePayments(async (url) => (cutter = await cuttingProxy(url)).url);
  afterEach(() => cutter.cut(() => undefined));
  afterAll(() => cutter.stop());

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
    await payments.simulator.run();
  });

  it('reverts the last migration and runs it again', async () => {
    await payments.database.undoLastMigration();
    await payments.database.runMigrations();
    expect(await payments.database.query('SELECT count(*)::int AS payments FROM payment')).toEqual([{ payments: 0 }]);
  });

  it('returns at worst an unknown outcome when the database drops its connections, and creates one payment', async () => {
    const attemptId = randomUUID();
    await payments.simulator.fail('create', 'slow', { delayMs: 500 });
    const outcome = payments.authorise(attemptId);
    await pause(200);
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

  it.each(['before', 'unanswered'] as const)(
    'leaves the outcome at worst unknown if any statement loses its connection (%s), and accepts the command again',
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
});
