import { Redis } from 'ioredis';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 500;
/** BullMQ's. All of it is made anew from the outbox; sessions and limits may stay. */
const JOBS = 'bull:*';

/** Takes jobs out of Redis that tell of a time which the restored books do not know. Throws where Redis is away. */
export async function clearQueues(url: string): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: 3, connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS });
  redis.on('error', () => undefined);
  try {
    for await (const keys of redis.scanStream({ match: JOBS, count: AT_ONCE }) as AsyncIterable<string[]>)
      if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}
