import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { v5 as uuidV5 } from 'uuid';
import { DataSource } from 'typeorm';
import type { Checkout, CheckoutOutcome, PlacedOrder, ReservedGeode } from '@geodes/contracts';
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
import type { OrdersConfig } from '../src/config.js';
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
  redisUrl: string;
  /** Sends a checkout, by default of a new buyer who pays for a new geode. */
  checkout(change?: Partial<Checkout>): Promise<CheckoutOutcome>;
  /** Sends a checkout and returns its order. Throws if it is not paid. */
  buy(change?: Partial<Checkout>): Promise<PlacedOrder & { email: string }>;
  stop(): Promise<void>;
}

/** Returns a checkout of a new buyer for a new geode. */
export const newCheckout = () => ({
  key: randomUUID() as string,
  items: [{ geodeId: randomUUID() as string, quantity: 1 }],
  buyerDetails: demoBuyer(),
});

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
  imageUrls: ['/objects/a.webp'],
});

export interface OrdersOptions {
  /** Number of its own Redis database, if it must not share the queues with other specs. */
  redisDatabase?: number;
  /** Returns the URL of a proxy in front of its database. */
  proxyDatabase?: (url: string) => Promise<string>;
  /** Fills its migrated database before it starts. */
  prepare?: (database: DataSource) => Promise<void>;
  /** More handlers of the faked services. */
  handlers?: FakeHandlers;
  /** Environment of letters; without it no letters are sent. */
  letters?: Partial<OrdersConfig>;
}

/** Starts orders on a real database, Redis and NATS. Catalog and payments are fakes that keep their state in memory. */
export const startOrders = async ({
  redisDatabase = 0,
  proxyDatabase = (url) => Promise.resolve(url),
  prepare = () => Promise.resolve(),
  handlers: moreHandlers = {},
  letters = {},
}: OrdersOptions = {}): Promise<OrdersUnderTest> => {
  const servers = await testServers();
  const redisUrl = Object.assign(new URL(servers.redis), { pathname: `/${redisDatabase}` }).href;
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
    REDIS_URL: redisUrl,
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
  const checkout: OrdersUnderTest['checkout'] = (change = {}) => {
    const key = change.key ?? randomUUID();
    const command = {
      ...newCheckout(),
      key,
      orderId: uuidV5(key, NAMESPACE),
      paymentToken: 'cnon:card-nonce-ok',
      waitMs: 4_000,
      ...change,
    };
    return bus.call('orders.checkout', command, { timeoutMs: 15_000 });
  };
  return {
    app,
    database: app.get(DataSource),
    bus,
    fakes,
    defaultHandlers,
    ledger,
    reservations,
    redisUrl,
    checkout,
    buy: async ({ buyerDetails = demoBuyer(), ...change } = {}) => {
      const outcome = await checkout({ buyerDetails, ...change });
      if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
      return { ...outcome.order, email: buyerDetails.email };
    },
    stop: async () => {
      await app.close();
      await fakes.stop();
      await own.drop();
    },
  };
};

/** Polls until `isWanted`, at most `timeoutMs` milliseconds. Returns the last value, wanted or not. */
export const readUntil = async <T>(
  read: () => T | Promise<T>,
  isWanted: (value: T) => boolean,
  timeoutMs = 40_000,
): Promise<T> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isWanted(value) || Date.now() > end) return value;
    await sleep(100);
  }
};
