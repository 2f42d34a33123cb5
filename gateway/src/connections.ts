import { once } from 'node:events';
import { S3Client } from '@aws-sdk/client-s3';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { type Logger, LOGGER, outageLog, unavailable } from '@geodes/kit';
import { GatewayConfig } from './config.js';
import { ObjectStore, PICTURE_STREAMS } from './media/object-store.js';

export { Redis } from 'ioredis';

export const REDIS = Symbol('REDIS');

const CONNECT_TIMEOUT_MS = 3_000;

/** Commands fail at once while Redis is unreachable, without a queue: a login is then 503, never unlimited. */
const connectRedis = (config: GatewayConfig, logger: Logger): Redis => {
  const redis = new Redis(config.REDIS_URL, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  const outage = outageLog(logger, 'redis');
  redis.on('error', outage.error);
  redis.on('ready', outage.ready);
  return redis;
};

const connectObjectStore = (config: GatewayConfig): S3Client => {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return new S3Client({
    region: config.S3_REGION,
    ...(config.S3_ENDPOINT ? { endpoint: config.S3_ENDPOINT, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
    },
  });
};

/**
 * One Redis connection and two object store clients per process: a client has 50 sockets, and a picture that is streamed
 * keeps one as long as the browser reads. A client of its own leaves the other's to uploads and the health check.
 */
@Global()
@Module({
  providers: [
    { provide: REDIS, useFactory: connectRedis, inject: [GatewayConfig, LOGGER] },
    { provide: S3Client, useFactory: connectObjectStore, inject: [GatewayConfig] },
    { provide: PICTURE_STREAMS, useFactory: connectObjectStore, inject: [GatewayConfig] },
    ObjectStore,
  ],
  exports: [REDIS, ObjectStore],
})
export class ConnectionsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly objectStore: S3Client,
    @Inject(PICTURE_STREAMS) private readonly pictureStreams: S3Client,
  ) {}

  /** Waits for Redis, or the first requests would fail while it connects. Not if it is away: most of the shop works then. */
  async onModuleInit(): Promise<void> {
    if (this.redis.status === 'ready') return;
    await once(this.redis, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
    this.objectStore.destroy();
    this.pictureStreams.destroy();
  }
}

/** The beginning of a Lua script that needs Redis's time: `now`, in ms. */
export const NOW_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Returns the result of a command of Redis. Throws UNAVAILABLE, with the part that cannot work, if it fails. */
export const orUnavailable = async <T>(command: Promise<T>, part = 'sessions'): Promise<T> => {
  try {
    return await command;
  } catch (error) {
    throw unavailable(part, error);
  }
};

/** Returns the secret that all gateways share under this key; the first to ask stores `own`. Rejects as Redis does. */
export const sharedSecret = async (redis: Redis, key: string, own: string): Promise<string> =>
  (await redis.get(key)) ?? (await redis.set(key, own, 'NX', 'GET')) ?? own;
