import { S3Client } from '@aws-sdk/client-s3';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { type Logger, LOGGER, outageLog, unavailable } from '@geodes/kit';
import { GatewayConfig } from './config.js';
import { ObjectStore } from './media/object-store.js';

export { Redis } from 'ioredis';

export const REDIS = Symbol('REDIS');

/** Commands fail at once while Redis is unreachable, without a queue: a login is then 503, never unlimited. */
const connectRedis = (config: GatewayConfig, logger: Logger): Redis => {
  const redis = new Redis(config.REDIS_URL, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
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

/** One Redis connection and one object store client per process. */
@Global()
@Module({
  providers: [
    { provide: REDIS, useFactory: connectRedis, inject: [GatewayConfig, LOGGER] },
    { provide: S3Client, useFactory: connectObjectStore, inject: [GatewayConfig] },
    ObjectStore,
  ],
  exports: [REDIS, ObjectStore],
})
export class ConnectionsModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly objectStore: S3Client,
  ) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
    this.objectStore.destroy();
  }
}

/** Returns the result of a command of Redis. Throws UNAVAILABLE, with the part that cannot work, if it fails. */
export const orUnavailable = async <T>(command: Promise<T>, part = 'sessions'): Promise<T> => {
  try {
    return await command;
  } catch (error) {
    throw Object.assign(unavailable(part), { cause: error });
  }
};

/** Returns the secret that all gateways share under this key; the first to ask stores `own`. Rejects as Redis does. */
export const sharedSecret = async (redis: Redis, key: string, own: string): Promise<string> =>
  (await redis.get(key)) ?? (await redis.set(key, own, 'NX', 'GET')) ?? own;
