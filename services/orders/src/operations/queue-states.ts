import { Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueueName, QueueState, RedisState } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, LOGGER, type Logger, queueState } from '@geodes/kit';
import { REDIS } from '../tokens.js';

/** Every queue of the shop. */
const QUEUES = ['catalog.order-events'] as const satisfies readonly QueueName[];
const TIMEOUT_MS = 3_000;

/** What stands in BullMQ's queues, and how full Redis is. Every answer is null while Redis does not give one in 3 s. */
@Injectable()
export class QueueStates {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  queues(): Promise<QueueState[] | null> {
    return this.inTime(() => Promise.all(QUEUES.map((name) => this.read(name))));
  }

  server(): Promise<RedisState | null> {
    return this.inTime(async () => redisState(await this.redis.info('memory')));
  }

  /** A queue of its own for each look: one whose first command failed would remember that for ever. */
  private async read(name: QueueName): Promise<QueueState> {
    const queue = new Queue(name, { connection: this.redis, skipWaitingForReady: true, skipMetasUpdate: true });
    queue.on('error', (error) => this.logger.debug({ reason: error.message }, 'queue connection'));
    try {
      return { name, ...(await queueState(queue)) };
    } finally {
      await queue.close().catch(() => undefined);
    }
  }

  private async inTime<T>(ask: () => Promise<T>): Promise<T | null> {
    if (this.redis.status !== 'ready') return null;
    let answer: T | null = null;
    const asked = ask().then(
      (given) => {
        answer = given;
      },
      (error: unknown) => this.logger.debug({ reason: String(error) }, 'Redis did not answer'),
    );
    await atMost(TIMEOUT_MS, asked, this.clock);
    return answer;
  }
}

/** Reads `INFO memory`: https://redis.io/docs/latest/commands/info/ */
export const redisState = (info: string): RedisState => {
  const lines = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  return {
    usedBytes: Number(lines.get('used_memory') ?? 0),
    maxBytes: Number(lines.get('maxmemory') ?? 0),
    policy: lines.get('maxmemory_policy') ?? '',
  };
};
