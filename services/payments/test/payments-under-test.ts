import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import type {
  AuthoriseOutcome,
  AuthorisePayment,
  CaptureOutcome,
  Reconciliation,
  VoidOutcome,
} from '@geodes/contracts';
import { Bus, createLogger, createServiceApp, migrateDatabase } from '@geodes/kit';
import { freshDatabase, testServers } from '@geodes/testing';
import { PaymentsModule } from '../src/app.module.js';
import { PaymentsConfig } from '../src/config.js';
import { paymentsDatabase, databaseHealth } from '../src/data-source.js';
import type { Payment } from '../src/payments/payment.entity.js';
import { PaymentStore } from '../src/payments/payment-store.js';
import { Reconcile } from '../src/reconciliation/reconcile.js';
import { Schedule } from '../src/reconciliation/schedule.js';
import { Sweep } from '../src/reconciliation/sweep.js';
import { Simulator } from './simulator.js';

export const SIGNATURE_KEY = 'test-signature-key';
export const PUBLIC_URL = 'http://localhost:8080';

export interface PaymentsUnderTest {
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
  reconcile(): Promise<Reconciliation | undefined>;
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the service in this process on real PostgreSQL and NATS, with the simulator for Square. `toDatabase` may route
 * the database URL through a proxy.
 */
export const startPayments = async (
  toDatabase: (url: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<PaymentsUnderTest> => {
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
  return {
    app,
    bus,
    database: app.get(DataSource),
    simulator,
    authorise,
    capture: (attemptId) => bus.call('payments.capture', { attemptId }, { timeoutMs: 12_000 }),
    void: (attemptId) => bus.call('payments.void', { attemptId }, { timeoutMs: 12_000 }),
    row: (attemptId) => app.get(PaymentStore, { strict: false }).get(attemptId),
    authorised: async (change) => {
      const attemptId = randomUUID();
      const outcome = await authorise(attemptId, change);
      if (outcome.outcome !== 'authorised') throw new Error(`not authorised but ${outcome.outcome}`);
      return { attemptId, squarePaymentId: outcome.squarePaymentId };
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

/** Waits until `check` passes. Throws its last failure after the timeout. */
export const eventually = async (check: () => Promise<void>, timeoutMs = 20_000): Promise<void> => {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await pause(200);
  }
};
