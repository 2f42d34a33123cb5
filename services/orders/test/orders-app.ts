import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v5 as uuidV5 } from 'uuid';
import { DataSource } from 'typeorm';
import type { Checkout, CheckoutOutcome, ReservedGeode } from '@geodes/contracts';
import { AppError, Bus, createLogger, createServiceApp, migrateDatabase } from '@geodes/kit';
import {
  demoBuyer,
  freshDatabase,
  fakeService,
  type FakeService,
  type FakeHandlers,
  testServers,
} from '@geodes/testing';
import { health, OrdersModule } from '../src/app.module.js';
import type { LettersConfig } from '../src/config.js';
import { ordersDatabase } from '../src/data-source.js';

const NAMESPACE = '6f1c3f0e-6d0b-4d57-9b3c-2f9b8f0d5a11';

export interface OrdersUnderTest {
  app: NestFastifyApplication;
  database: DataSource;
  bus: Bus;
  /** Faked: catalog and payments. */
  fakes: FakeService;
  /** Their handlers until a test replaces some. */
  defaultHandlers: FakeHandlers;
  /** Payments of the faked payments service: attempt id → state. */
  ledger: Map<string, 'authorised' | 'captured' | 'voided'>;
  /** Reservations of the faked catalog: geode id → order id, or null after a release. */
  reservations: Map<string, string | null>;
  checkout(change?: Partial<Checkout>): Promise<CheckoutOutcome>;
  stop(): Promise<void>;
}

export const PRICE_CENTS = 12_905;

export const snapshot = (geodeId: string): ReservedGeode => ({
  geodeId,
  quantity: 1,
  priceCents: PRICE_CENTS,
  title: 'Evening Amethyst',
  size: '4.25 inches',
  location: 'Hamilton, Illinois',
  crystalType: 'Amethyst',
  tier: 'A',
  imageUrl: '/objects/a.webp',
  imageUrls: ['/objects/a.webp'],
});

export interface OrdersOptions {
  /** Its own Redis database, if it must not share the queue with other specs. */
  redisUrl?: string;
  /** Returns the URL of a proxy in front of its database. */
  proxyDatabase?: (url: string) => Promise<string>;
  /** Fills its migrated database before it starts. */
  prepare?: (database: DataSource) => Promise<void>;
  /** More handlers of the faked services. */
  handlers?: FakeHandlers;
  /** Environment of letters; without it no letters are sent. */
  letters?: Partial<LettersConfig>;
}

/** Starts orders on a real database, Redis and NATS. Catalog and payments are fakes that keep their state in memory. */
export const startOrders = async ({
  redisUrl,
  proxyDatabase = (url) => Promise.resolve(url),
  prepare = () => Promise.resolve(),
  handlers: moreHandlers = {},
  letters = {},
}: OrdersOptions = {}): Promise<OrdersUnderTest> => {
  const servers = await testServers();
  const own = await freshDatabase('orders');
  const reservations: OrdersUnderTest['reservations'] = new Map();
  const ledger: OrdersUnderTest['ledger'] = new Map();
  const defaultHandlers: FakeHandlers = {
    'catalog.reserve-geodes': ({ orderId, items }) => {
      const gone = items.filter(({ geodeId }) => ![null, orderId].includes(reservations.get(geodeId) ?? null));
      if (gone.length > 0) {
        throw new AppError('OUT_OF_STOCK', 'This stone was just sold.', {
          geodeIds: gone.map(({ geodeId }) => geodeId),
        });
      }
      for (const { geodeId } of items) reservations.set(geodeId, orderId);
      return { orderId, items: items.map(({ geodeId }) => snapshot(geodeId)) };
    },
    'catalog.release-geodes': ({ orderId }) => {
      for (const [geodeId, holder] of reservations) if (holder === orderId) reservations.set(geodeId, null);
      return {};
    },
    'payments.authorise': ({ attemptId, paymentToken }) => {
      if (ledger.get(attemptId) === 'voided') return { outcome: 'voided' };
      if (paymentToken.endsWith('declined'))
        return { outcome: 'declined', code: 'GENERIC_DECLINE', message: 'Your card was declined.' };
      ledger.set(attemptId, 'authorised');
      return { outcome: 'authorised', squarePaymentId: `square-${attemptId}` };
    },
    'payments.capture': ({ attemptId }) => {
      if (ledger.get(attemptId) === 'voided') return { outcome: 'gone' };
      ledger.set(attemptId, 'captured');
      return { outcome: 'captured', squarePaymentId: `square-${attemptId}` };
    },
    'payments.void': ({ attemptId }) => {
      ledger.set(attemptId, 'voided');
      return { outcome: 'voided' };
    },
    'payments.refund': () => ({ outcome: 'unknown' }),
    'payments.refund-part': () => ({ outcome: 'unknown' }),
    'catalog.return-geodes': ({ geodeIds }) => ({ returned: geodeIds }),
    'payments.refunded-since': () => ({ payments: [], last: null }),
    'payments.list-refunds': () => [],
    'payments.erase-buyer': () => ({}),
    'payments.differences': () => ({ checkedAt: null, differences: [] }),
    ...moreHandlers,
  };
  const fakes = await fakeService(servers.nats, defaultHandlers);
  const config = {
    NAME: 'orders',
    LOG_LEVEL: 'silent' as const,
    HTTP_PORT: 1,
    HTTP_HOST: '127.0.0.1',
    NATS_URL: servers.nats,
    REDIS_URL: redisUrl ?? servers.redis,
    DATABASE_URL: await proxyDatabase(own.url),
    FAILPOINTS: 'off' as const,
    PREPARE_ONLY: 'off' as const,
    PUBLIC_URL: 'https://shop.example.com',
    CONTACT_EMAIL: 'shop@example.com',
    ...letters,
  };
  const logger = createLogger('orders', 'silent');
  await migrateDatabase(ordersDatabase(own.url), logger);
  const before = await new DataSource(ordersDatabase(own.url)).initialize();
  await prepare(before);
  await before.destroy();
  const app = await createServiceApp({ service: 'orders', config, module: OrdersModule.for(config), health }, logger);
  await app.startAllMicroservices();
  await app.init();
  const bus = app.get(Bus);
  return {
    app,
    database: app.get(DataSource),
    bus,
    fakes,
    defaultHandlers,
    ledger,
    reservations,
    checkout: (change = {}) => {
      const key = change.key ?? randomUUID();
      const command = {
        key,
        orderId: uuidV5(key, NAMESPACE),
        items: [{ geodeId: randomUUID(), quantity: 1 }],
        paymentToken: 'cnon:card-nonce-ok',
        buyerDetails: demoBuyer(),
        waitMs: 4_000,
        ...change,
      };
      return bus.call('orders.checkout', command, { timeoutMs: 15_000 });
    },
    stop: async () => {
      await app.close();
      await fakes.stop();
      await own.drop();
    },
  };
};
