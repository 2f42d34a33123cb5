import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import type { LocatePicture, Picture } from '@geodes/contracts';
import { Bus, createLogger, createServiceApp, migrateDatabase } from '@geodes/kit';
import { freshDatabase, testServers } from '@geodes/testing';
import { MediaModule, mediaHealth } from '../src/app.module.js';
import { MediaConfig } from '../src/config.js';
import { mediaDatabase } from '../src/data-source.js';
import { IncomingSweep } from '../src/pictures/sweep.task.js';
import { ObjectStore } from '../src/pictures/object-store.js';

const logger = createLogger('media', 'silent');

export interface MediaUnderTest {
  app: NestFastifyApplication;
  /** Calls the service over NATS, like the gateway. */
  bus: Bus;
  database: DataSource;
  store: ObjectStore;
  sweep: IncomingSweep;
  /** Stores bytes like the gateway. Returns the key. */
  upload(bytes: Buffer): Promise<string>;
  ingest(bytes: Buffer, variants?: boolean): Promise<Picture>;
  locate(picture: Picture, request: Omit<LocatePicture, 'path'>): Promise<Located>;
  stop(): Promise<void>;
}

export interface Located {
  key: string;
  contentType: string;
  bytes: number;
  final: boolean;
  body: Buffer;
}

/** Starts the service in this process on real PostgreSQL, NATS and S3, with a separate database and bucket. */
export const startMedia = async (): Promise<MediaUnderTest> => {
  const servers = await testServers();
  const own = await freshDatabase('media');
  const config = Object.assign(new MediaConfig(), {
    HTTP_PORT: 1,
    NATS_URL: servers.nats,
    LOG_LEVEL: 'silent' as const,
    DATABASE_URL: own.url,
    S3_ENDPOINT: servers.s3.endpoint,
    S3_BUCKET: `media-${randomUUID()}`,
    S3_REGION: servers.s3.region,
    S3_ACCESS_KEY_ID: servers.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: servers.s3.secretAccessKey,
  });
  await migrateDatabase(mediaDatabase(own.url), logger);
  const store = new ObjectStore(config);
  await store.prepare();
  const app = await createServiceApp(
    {
      service: 'media',
      config,
      module: MediaModule.for(config),
      health: mediaHealth,
    },
    logger,
  );
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const bus = new Bus(servers.nats, logger);
  await bus.onModuleInit();
  const upload = async (bytes: Buffer) => {
    const key = `incoming/${randomUUID()}`;
    await store.put(key, bytes, 'application/octet-stream');
    return key;
  };
  return {
    app,
    bus,
    database: app.get(DataSource),
    store,
    sweep: app.get(IncomingSweep),
    upload,
    ingest: async (bytes, variants) => {
      const key = await upload(bytes);
      return bus.call('media.ingest', { key, variants, keepOriginal: variants }, { timeoutMs: 30_000 });
    },
    locate: async ({ objectPath }, request) => {
      const path = objectPath.replace('/objects/', '');
      const found = await bus.call('media.locate', { path, ...request }, { timeoutMs: 30_000 });
      const body = await store.get(found.key);
      if (!body) throw new Error(`nothing is stored under ${found.key}`);
      return { ...found, body };
    },
    stop: async () => {
      await app.close();
      store.onApplicationShutdown();
      await bus.onApplicationShutdown();
      await own.drop();
    },
  };
};
