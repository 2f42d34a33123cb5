import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LocatePicture, Picture } from '@geodes/contracts';
import { Bus, createLogger } from '@geodes/kit';
import { endProcess, freePort, freshDatabase, startProgram, testServers } from '@geodes/testing';
import { ObjectStore } from '../src/pictures/object-store.js';

/** Linux reports processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export interface MediaProcess {
  bus: Bus;
  store: ObjectStore;
  /** Stores and ingests bytes like the gateway. */
  ingest(bytes: Buffer): Promise<Picture>;
  /** Reads the bytes that a browser would get. */
  fetch(picture: Picture, request?: Partial<LocatePicture>): Promise<Buffer>;
  /** The process's peak memory in MB. Always 0 outside Linux. */
  peakMb(): number;
  /** The processor time that the process has used, seconds. Always 0 outside Linux. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts the built service as a child process, so that its memory can be measured. */
export const startMediaProcess = async (): Promise<MediaProcess> => {
  const servers = await testServers();
  const own = await freshDatabase('media_process');
  const port = await freePort();
  const storeEnvironment = {
    S3_ENDPOINT: servers.s3.endpoint,
    S3_BUCKET: `media-${randomUUID()}`,
    S3_REGION: servers.s3.region,
    S3_ACCESS_KEY_ID: servers.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: servers.s3.secretAccessKey,
  };
  const child = await startProgram('services/media', port, {
    ...storeEnvironment,
    DATABASE_URL: own.url,
    NATS_URL: servers.nats,
    HTTP_PORT: String(port),
  });
  const store = new ObjectStore(storeEnvironment);
  const bus = new Bus(servers.nats, createLogger('media', 'silent'));
  await bus.onModuleInit();
  return {
    bus,
    store,
    ingest: async (bytes) => {
      const key = `incoming/${randomUUID()}`;
      await store.put(key, bytes, 'application/octet-stream');
      return bus.call('media.ingest', { key, variants: true, keepOriginal: true }, { timeoutMs: 60_000 });
    },
    fetch: async ({ objectPath }, request = {}) => {
      const path = objectPath.replace('/objects/', '');
      const { key } = await bus.call('media.locate', { path, format: 'original', ...request }, { timeoutMs: 30_000 });
      const bytes = await store.get(key);
      if (!bytes) throw new Error(`nothing is stored under ${key}`);
      return bytes;
    },
    peakMb: () => peakMb(child),
    cpuSeconds: () => cpuSeconds(child),
    stop: async () => {
      await endProcess(child);
      store.onApplicationShutdown();
      await bus.onApplicationShutdown();
      await own.drop();
    },
  };
};

const peakMb = ({ pid }: ChildProcess): number => {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
};

const cpuSeconds = ({ pid }: ChildProcess): number => {
  if (process.platform !== 'linux') return 0;
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).map(Number);
  return (user + system) / TICKS_PER_SECOND;
};
