import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import type { LocatedPicture, LocatePicture, Picture } from '@geodes/contracts';
import { Bus, createLogger, createServiceApp, migrateDatabase } from '@geodes/kit';
import { endProcess, freePort, freshDatabase, startProgram, testServers } from '@geodes/testing';
import { MediaModule, mediaHealth } from '../src/app.module.js';
import { MediaConfig } from '../src/config.js';
import { mediaDatabase } from '../src/data-source.js';
import { ObjectStore } from '../src/pictures/object-store.js';
import { IncomingSweep } from '../src/pictures/picture-sweep.js';

const logger = createLogger('media', 'silent');

/** What a test needs to call the service over NATS, like the gateway. */
interface MediaClient {
  bus: Bus;
  store: ObjectStore;
  /** Stores bytes like the gateway. Returns the key. */
  upload(bytes: Buffer): Promise<string>;
  /** Stores and ingests bytes; `variants` as for a picture of the owner. */
  ingest(bytes: Buffer, variants?: boolean): Promise<Picture>;
  /** Also reads the bytes that a browser would get. */
  locate(picture: Picture, request: Omit<LocatePicture, 'path'>): Promise<LocatedPicture & { body: Buffer }>;
}

interface MediaUnderTest extends MediaClient {
  app: NestFastifyApplication;
  database: DataSource;
  sweep: IncomingSweep;
  stop(): Promise<void>;
}

/** Settings of real servers, with a separate database and bucket. */
const createSettings = async () => {
  const { nats, s3 } = await testServers();
  const { url, drop } = await freshDatabase('media');
  const settings = {
    NATS_URL: nats,
    DATABASE_URL: url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: `media-${randomUUID()}`,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  return { settings, drop };
};

const createClient = async (bus: Bus, store: ObjectStore): Promise<MediaClient> => {
  await bus.onModuleInit();
  const upload = async (bytes: Buffer) => {
    const key = `incoming/${randomUUID()}`;
    await store.put(key, bytes, 'application/octet-stream');
    return key;
  };
  return {
    bus,
    store,
    upload,
    ingest: async (bytes, variants) => {
      const key = await upload(bytes);
      return bus.call('media.ingest', { key, variants, keepOriginal: variants }, { timeoutMs: 180_000 });
    },
    locate: async ({ objectPath }, request) => {
      const path = objectPath.replace('/objects/', '');
      const found = await bus.call('media.locate', { path, ...request }, { timeoutMs: 30_000 });
      const body = await store.get(found.key);
      if (!body) throw new Error(`nothing is stored under ${found.key}`);
      return { ...found, body };
    },
  };
};

/** Starts the service in this process for all tests of the file or `describe` that calls this. */
export const mediaForTests = (): MediaUnderTest => {
  const media = {} as MediaUnderTest;
  beforeAll(async () => {
    Object.assign(media, await startMedia());
  });
  afterAll(() => media.stop());
  return media;
};

const startMedia = async (): Promise<MediaUnderTest> => {
  const { settings, drop } = await createSettings();
  const config = Object.assign(new MediaConfig(), { ...settings, HTTP_PORT: 1, LOG_LEVEL: 'silent' as const });
  await migrateDatabase(mediaDatabase(settings.DATABASE_URL), logger);
  const store = new ObjectStore(config);
  await store.prepare();
  const app = await createServiceApp(
    { service: 'media', config, module: MediaModule.for(config), health: mediaHealth },
    logger,
  );
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const client = await createClient(new Bus(settings.NATS_URL, logger), store);
  return {
    ...client,
    app,
    database: app.get(DataSource),
    sweep: app.get(IncomingSweep),
    stop: async () => {
      await app.close();
      store.onApplicationShutdown();
      await client.bus.onApplicationShutdown();
      await drop();
    },
  };
};

/** Linux reports processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export interface MediaProcess extends MediaClient {
  /** The process's peak memory in MB. Always 0 outside Linux. */
  peakMb(): number;
  /** The processor time that the process has used, seconds. Always 0 outside Linux. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts the built service as a child process, so that its memory can be measured. */
export const startMediaProcess = async (): Promise<MediaProcess> => {
  const { settings, drop } = await createSettings();
  const port = await freePort();
  const child = await startProgram('services/media', port, { ...settings, HTTP_PORT: String(port) });
  const client = await createClient(new Bus(settings.NATS_URL, logger), new ObjectStore(settings));
  const read = (file: string) =>
    process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/${file}`, 'utf8') : '';
  return {
    ...client,
    peakMb: () => Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(read('status'))?.[1] ?? 0) / 1024),
    cpuSeconds: () => {
      const [user = 0, system = 0] = read('stat').split(' ').slice(13, 15).map(Number);
      return (user + system) / TICKS_PER_SECOND;
    },
    stop: async () => {
      await endProcess(child);
      client.store.onApplicationShutdown();
      await client.bus.onApplicationShutdown();
      await drop();
    },
  };
};
