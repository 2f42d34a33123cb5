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
  /** As another process calls the catalogue. */
  bus: Bus;
  database: DataSource;
  /** Ids of every `catalog.changed` since the start or the last `forget()`, in the order they came. */
  changes: { ids: string[]; forget(): void; settled(): Promise<string[]> };
  stop(): Promise<void>;
}

export interface Detours {
  /** How the service reaches its database, where not directly. */
  database?: (url: string) => Promise<string>;
  redis?: (url: string) => Promise<string>;
  holdMinutes?: number;
}

const directly = (url: string) => Promise.resolve(url);

/** The whole service in this process, on real PostgreSQL, Redis and NATS, with a database of its own. */
export const startCatalog = async ({
  database: toDatabase = directly,
  redis: toRedis = directly,
  holdMinutes = DEFAULT_HOLD_MINUTES,
}: Detours = {}): Promise<CatalogUnderTest> => {
  const servers = await testServers();
  const own = await freshDatabase('catalog');
  const databaseUrl = await toDatabase(own.url);
  const redisUrl = await toRedis(servers.redis);
  const config = { HTTP_PORT: 1, HTTP_HOST: '127.0.0.1', NATS_URL: servers.nats, LOG_LEVEL: 'silent' as const };
  await migrateDatabase(catalogDatabase(own.url), logger);
  const app = await createServiceApp(
    {
      service: 'catalog',
      config,
      module: CatalogModule.for({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, HOLD_MINUTES: holdMinutes }),
      health: catalogHealth,
    },
    logger,
  );
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const bus = new Bus(servers.nats, logger);
  await bus.onModuleInit();
  const ear = await connect(natsOptions(servers.nats));
  const database = await new DataSource(catalogDatabase(own.url)).initialize();
  return {
    app,
    bus,
    database,
    changes: await changesHeard(ear),
    stop: async () => {
      await app.close();
      await Promise.all([bus.onApplicationShutdown(), ear.close(), database.destroy()]);
      await own.drop();
    },
  };
};

const changesHeard = async (ear: NatsConnection): Promise<CatalogUnderTest['changes']> => {
  const ids: string[] = [];
  ear.subscribe('catalog.changed', {
    callback: (_error, message) => {
      ids.push(...message.json<{ data: { ids: string[] } }>().data.ids);
    },
  });
  await ear.flush();
  return {
    ids,
    forget: () => ids.splice(0),
    settled: async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [...ids].sort();
    },
  };
};

export const geodeBody = (given: Partial<CreateGeodeBody> = {}): CreateGeodeBody => ({
  title: 'Smoky quartz geode',
  description: 'A round one',
  price: '49.50',
  size: '4 inches',
  location: 'Keokuk, Iowa',
  crystalType: 'Quartz',
  quantity: 1,
  imageUrls: ['/objects/stone.webp'],
  ...given,
});

export const importedGeode = (given: Partial<ImportedGeode> = {}): ImportedGeode => ({
  ...geodeBody(given),
  id: randomUUID(),
  origin: 'demo',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

export const createGeode = (catalog: CatalogUnderTest, given: Partial<CreateGeodeBody> = {}): Promise<Geode> =>
  catalog.bus.call('catalog.create-geode', geodeBody(given));

export const line = (geodeId: string) => ({ geodeId, quantity: 1 });

/** The error that a call ends with; fails the test where it ends well. */
export const refusal = async (call: Promise<unknown>): Promise<AppError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

export const codeOf = async (call: Promise<unknown>): Promise<ErrorCode> => (await refusal(call)).code;
