import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { CreateGeodeBody, ErrorCode, Geode, ImportedGeode } from '@geodes/contracts';
import { AppError, Bus, createLogger, createServiceApp, migrateDatabase, natsOptions } from '@geodes/kit';
import { freshDatabase, testServers } from '@geodes/testing';
import { DataSource } from 'typeorm';
import { CatalogModule, catalogHealth } from '../src/app.module.js';
import { catalogDatabase } from '../src/data-source.js';
import { DEFAULT_HOLD_MINUTES } from '../src/holds/hold-limits.js';

const logger = createLogger('catalog', 'silent');

export interface CatalogUnderTest {
  app: NestFastifyApplication;
  /** Calls the catalogue as another process does. */
  bus: Bus;
  database: DataSource;
  /** The ids of every `catalog.changed` since the start or the last `clear()`, in the order received. */
  changes: { ids: string[]; clear(): void; settled(): Promise<string[]> };
  stop(): Promise<void>;
}

/** The URLs at which the service reaches its servers. */
interface Proxies {
  database?: (url: string) => Promise<string>;
  redis?: (url: string) => Promise<string>;
}

/** Starts the service for all tests of the file or `describe` that calls this. */
export const catalogForTests = (proxies?: Proxies): CatalogUnderTest => {
  const catalog = {} as CatalogUnderTest;
  beforeAll(async () => {
    Object.assign(catalog, await startCatalog(proxies));
  });
  afterAll(() => catalog.stop());
  return catalog;
};

/** Starts the whole service in this process, on real PostgreSQL, Redis and NATS, with a new database. */
export const startCatalog = async ({ database: databaseProxy, redis }: Proxies = {}): Promise<CatalogUnderTest> => {
  const servers = await testServers();
  const created = await freshDatabase('catalog');
  const config = {
    HTTP_PORT: 1,
    HTTP_HOST: '127.0.0.1',
    NATS_URL: servers.nats,
    LOG_LEVEL: 'silent' as const,
    PREPARE_ONLY: 'off' as const,
    FAILPOINTS: 'off' as const,
  };
  const module = CatalogModule.for({
    DATABASE_URL: (await databaseProxy?.(created.url)) ?? created.url,
    REDIS_URL: (await redis?.(servers.redis)) ?? servers.redis,
    HOLD_MINUTES: DEFAULT_HOLD_MINUTES,
  });
  await migrateDatabase(catalogDatabase(created.url), logger);
  const app = await createServiceApp({ service: 'catalog', config, module, health: catalogHealth }, logger);
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const bus = new Bus(servers.nats, logger);
  await bus.onModuleInit();
  const subscriber = await connect(natsOptions(servers.nats));
  const database = await new DataSource(catalogDatabase(created.url)).initialize();
  return {
    app,
    bus,
    database,
    changes: await collectChanges(subscriber, app.get(Bus)),
    stop: async () => {
      await app.close();
      await Promise.all([bus.onApplicationShutdown(), subscriber.close(), database.destroy()]);
      await created.drop();
    },
  };
};

const collectChanges = async (subscriber: NatsConnection, publisher: Bus): Promise<CatalogUnderTest['changes']> => {
  const ids: string[] = [];
  subscriber.subscribe('catalog.changed', {
    callback: (_error, message) => {
      ids.push(...message.json<{ data: { ids: string[] } }>().data.ids);
    },
  });
  await subscriber.flush();
  return {
    ids,
    clear: () => ids.splice(0),
    settled: async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      // then all that was published until now has arrived
      await publisher.ping();
      await subscriber.flush();
      return [...ids].sort();
    },
  };
};

export const geodeBody = (fields: Partial<CreateGeodeBody> = {}): CreateGeodeBody => ({
  title: 'Smoky quartz geode',
  description: 'A round one',
  price: '49.50',
  size: '4 inches',
  location: 'Keokuk, Iowa',
  crystalType: 'Quartz',
  quantity: 1,
  imageUrls: ['/objects/geode.webp'],
  ...fields,
});

export const importedGeode = (fields: Partial<ImportedGeode> = {}): ImportedGeode => ({
  ...geodeBody(fields),
  id: randomUUID(),
  origin: 'demo',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

export const createGeode = (catalog: CatalogUnderTest, fields: Partial<CreateGeodeBody> = {}): Promise<Geode> =>
  catalog.bus.call('catalog.create-geode', geodeBody(fields));

export const line = (geodeId: string) => ({ geodeId, quantity: 1 });

/** Returns the error of a call. Throws if the call succeeds. */
export const refusal = async (call: Promise<unknown>): Promise<AppError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
};

export const codeOf = async (call: Promise<unknown>): Promise<ErrorCode> => (await refusal(call)).code;

/** Sells one unit in the database alone: no order is paid, and nothing is published. */
export const sellUnpaid = async (catalog: CatalogUnderTest, geodeId: string): Promise<void> => {
  await catalog.bus.call('catalog.reserve-geodes', { orderId: randomUUID(), items: [line(geodeId)] });
  await catalog.database.transaction(async (manager) => {
    await manager.query(`UPDATE reservation SET state = 'sold' WHERE geode_id = $1 AND state = 'reserved'`, [geodeId]);
    await manager.query(
      'UPDATE geode SET units_reserved = units_reserved - 1, units_sold = units_sold + 1 WHERE id = $1',
      [geodeId],
    );
  });
};
