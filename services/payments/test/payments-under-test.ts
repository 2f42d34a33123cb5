import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SquareClient } from 'square';
import { DataSource } from 'typeorm';
import type {
  AuthoriseOutcome,
  AuthorisePayment,
  CaptureOutcome,
  Reconciliation,
  VoidOutcome,
} from '@geodes/contracts';
import { Bus, createLogger, createServiceApp, migrateDatabase } from '@geodes/kit';
import {
  endProcess,
  eventually as eventuallyTrue,
  freePort,
  freshDatabase,
  type SquareFault,
  SquareSimulator,
  startProgram,
  testServers,
} from '@geodes/testing';
import { checkSquareContract, watchSquare } from '@geodes/testing/square-contract';
import { PaymentsModule } from '../src/app.module.js';
import { PaymentsConfig } from '../src/config.js';
import { paymentsDatabase, databaseHealth } from '../src/data-source.js';
import type { Payment } from '../src/payments/payment.entity.js';
import { PaymentStore } from '../src/payments/payment-store.js';
import { Reconcile } from '../src/reconciliation/reconcile.js';
import { Schedule, Sweep } from '../src/reconciliation/schedule.js';

export const SIGNATURE_KEY = 'test-signature-key';
export const PUBLIC_URL = 'http://localhost:8080';

/** The Square simulator as a child process with its own ledger. */
export class Simulator extends SquareSimulator {
  private child: ChildProcess | undefined;
  /** The official SDK on the simulator: acts like the till or a late request. */
  readonly square = new SquareClient({ token: 'test', baseUrl: this.url });

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {
    super(`http://127.0.0.1:${port}`);
  }

  static async start(): Promise<Simulator> {
    const simulator = new Simulator(await freePort(), await mkdtemp(join(tmpdir(), 'geodes-square-')));
    await simulator.run();
    watchSquare(simulator.url);
    return simulator;
  }

  async run(): Promise<void> {
    const env = { SQUARE_SIMULATOR_PORT: String(this.port), DATA_DIR: this.folder };
    this.child = await startProgram('tools/square-simulator', this.port, env);
  }

  /** Kills the simulator without a shutdown. */
  async kill(): Promise<void> {
    if (this.child) await endProcess(this.child, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
    checkSquareContract(this.url);
  }

  /** Makes the next `more.count` calls of `operation` fail. */
  fail(operation: SquareFault['operation'], kind: string, more: SquareFault = {}): Promise<void> {
    return this.fault({ ...more, operation, kind });
  }

  /** Waits until calls have met all faults. */
  async allFaultsMet(): Promise<void> {
    await eventually(async () => {
      const { faults } = (await (await fetch(`${this.url}/simulator/faults`)).json()) as { faults: unknown[] };
      expect(faults).toEqual([]);
    });
  }

  /** Lists the statuses of all payments of the attempt. */
  async statuses(attemptId: string): Promise<string[]> {
    return (await this.ledger(attemptId)).payments.map(({ status }) => status);
  }

  /** Creates a payment that this service did not ask for. Returns its id. */
  async pay({
    amountCents = AMOUNT_CENTS,
    autocomplete = false,
    ...payment
  }: {
    referenceId?: string;
    amountCents?: number;
    autocomplete?: boolean;
    note?: string;
  }): Promise<string> {
    const { payment: created } = await this.square.payments.create({
      ...payment,
      sourceId: 'cnon:card-nonce-ok',
      idempotencyKey: randomUUID(),
      amountMoney: { amount: BigInt(amountCents), currency: 'USD' },
      autocomplete,
    });
    return created?.id ?? '';
  }
}

interface PaymentsUnderTest {
  app: NestFastifyApplication;
  /** Calls the service over NATS, like another process. */
  bus: Bus;
  database: DataSource;
  simulator: Simulator;
  authorise(attemptId: string, change?: Partial<AuthorisePayment>): Promise<AuthoriseOutcome>;
  capture(attemptId: string): Promise<CaptureOutcome>;
  void(attemptId: string): Promise<VoidOutcome>;
  row(attemptId: string): Promise<Payment>;
  /** Authorises a new attempt. */
  authorised(change?: Partial<AuthorisePayment>): Promise<{ attemptId: string; squarePaymentId: string }>;
  /** Authorises and captures a new attempt of a new order. */
  captured(): Promise<{ attemptId: string; squarePaymentId: string; orderId: string }>;
  /** Starts an attempt whose authorisation gets no reply. Square has the payment if it is `recorded`. */
  unanswered(recorded: boolean): Promise<string>;
  reconcile(): Promise<Reconciliation | undefined>;
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

type ToDatabase = (url: string) => Promise<string>;

/**
 * Starts the service for the tests of a file or block: in this process, on real PostgreSQL and NATS, with the simulator for
 * Square. `toDatabase` may route the database URL through a proxy.
 */
export const usePayments = (toDatabase: ToDatabase = (url) => Promise.resolve(url)): PaymentsUnderTest => {
  const payments = {} as PaymentsUnderTest;
  beforeAll(async () => void Object.assign(payments, await startPayments(toDatabase)));
  afterEach(() => payments.simulator.clearFaults());
  afterAll(() => payments.stop());
  return payments;
};

const startPayments = async (toDatabase: ToDatabase): Promise<PaymentsUnderTest> => {
  const [servers, own, simulator] = await Promise.all([testServers(), freshDatabase('payments'), Simulator.start()]);
  const config = Object.assign(new PaymentsConfig(), {
    HTTP_PORT: 1,
    NATS_URL: servers.nats,
    DATABASE_URL: await toDatabase(own.url),
    SQUARE_BASE_URL: simulator.url,
    SQUARE_LOCATION_ID: 'LSIM000000001',
    SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY,
    PUBLIC_URL,
  });
  const logger = createLogger('payments', process.env.TEST_LOG ?? 'silent');
  await migrateDatabase(paymentsDatabase(config), logger);
  const app = await createServiceApp(
    { service: 'payments', config, module: PaymentsModule.for(config), health: databaseHealth },
    logger,
  );
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  // Tests run its tasks themselves. Its own runs would hold the lock or take their faults.
  await app.get(Schedule, { strict: false }).onModuleDestroy();
  const bus = new Bus(servers.nats, logger);
  await bus.onModuleInit();

  const authorise: PaymentsUnderTest['authorise'] = (attemptId, change = {}) =>
    bus.call('payments.authorise', { ...command(attemptId), ...change }, { timeoutMs: 10_000 });
  const authorised: PaymentsUnderTest['authorised'] = async (change) => {
    const attemptId = randomUUID();
    const outcome = await authorise(attemptId, change);
    if (outcome.outcome !== 'authorised') throw new Error(`not authorised but ${outcome.outcome}`);
    return { attemptId, squarePaymentId: outcome.squarePaymentId };
  };
  const capture: PaymentsUnderTest['capture'] = (attemptId) =>
    bus.call('payments.capture', { attemptId }, { timeoutMs: 12_000 });
  return {
    app,
    bus,
    database: app.get(DataSource),
    simulator,
    authorise,
    capture,
    void: (attemptId) => bus.call('payments.void', { attemptId }, { timeoutMs: 12_000 }),
    row: (attemptId) => app.get(PaymentStore, { strict: false }).get(attemptId),
    authorised,
    captured: async () => {
      const orderId = randomUUID();
      const attempt = await authorised({ orderId });
      await capture(attempt.attemptId);
      return { ...attempt, orderId };
    },
    unanswered: async (recorded) => {
      const attemptId = randomUUID();
      await simulator.fail('create', 'error-500', { count: 20, recorded });
      expect(await authorise(attemptId)).toEqual({ outcome: 'unknown' });
      await simulator.clearFaults();
      return attemptId;
    },
    reconcile: () => app.get(Reconcile, { strict: false }).run('recent'),
    sweep: () => app.get(Sweep, { strict: false }).run(),
    stop: async () => {
      await app.close();
      await bus.onApplicationShutdown();
      await simulator.stop();
      await own.drop();
    },
  };
};

export const AMOUNT_CENTS = 12_900;

export const command = (attemptId: string): AuthorisePayment => ({
  attemptId,
  amountCents: AMOUNT_CENTS,
  paymentToken: 'cnon:card-nonce-ok',
  buyerEmail: 'buyer@example.com',
  note: 'Midwest Geodes order G-1',
});

/** Waits until `check` passes. After the timeout throws an Error that ends with its last failure. */
export const eventually = async (check: () => Promise<void>, timeoutMs = 20_000): Promise<void> => {
  await eventuallyTrue('The check passes', () => check().then(() => true), timeoutMs, 200);
};
