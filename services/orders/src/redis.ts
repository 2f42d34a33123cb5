import { Redis } from 'ioredis';
import { type Logger, outageLog } from '@geodes/kit';

/** Injection token of the service's Redis connection. */
export const REDIS = Symbol('REDIS');

/**
 * Connects and reconnects without end; a silent connection times out. A command sent while Redis is away fails at once
 * instead of waiting in the offline queue.
 */
export const connectRedis = (url: string, logger: Logger): Redis => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    connectTimeout: 3_000,
    socketTimeout: 5_000,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  });
  const outage = outageLog(logger, 'redis');
  redis.on('error', outage.error);
  redis.on('ready', outage.ready);
  return redis;
};
