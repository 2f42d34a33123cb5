import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { QueueName } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, Gauge, queueState } from '@geodes/kit';
import { RedisConnection } from '../redis.module.js';

const QUEUE: QueueName = 'catalog.order-events';
const STATES = ['waiting', 'active', 'delayed'] as const;
/** Whoever reads the metrics does not wait for Redis. */
const ASK_TIMEOUT_MS = 1_000;

let look: (() => Promise<void>) | undefined;

const jobs = new Gauge({
  name: 'shop_queue_jobs',
  help: 'Jobs in a queue, by state; every process of the service tells the same number',
  labelNames: ['queue', 'state'] as const,
  collect: () => look?.(),
});
const age = new Gauge({
  name: 'shop_queue_age_seconds',
  help: 'How long the oldest job of a queue has been there; 0 where it is empty',
  labelNames: ['queue'] as const,
  collect: () => look?.(),
});

/** Looks into the queue when somebody asks for /metrics, not by the clock. While Redis is away nothing is told of it. */
@Injectable()
export class EventQueueMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private queue: Queue | undefined;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly redis: RedisConnection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    look = this.measure;
  }

  async onApplicationShutdown(): Promise<void> {
    if (look === this.measure) look = undefined;
    await this.queue?.close().catch(() => undefined);
  }

  private readonly measure = async (): Promise<void> => {
    // one question at a time: where Redis does not answer, the next reader does not ask again
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    await atMost(ASK_TIMEOUT_MS, this.asking, this.clock);
  };

  private async ask(): Promise<void> {
    try {
      if (this.redis.client.status !== 'ready') throw new Error('Redis is away');
      this.queue ??= this.open();
      const state = await queueState(this.queue);
      for (const each of STATES) jobs.set({ queue: QUEUE, state: each }, state[each]);
      const since = state.oldestAt === null ? Infinity : Date.parse(state.oldestAt);
      age.set({ queue: QUEUE }, Math.max(0, (this.clock.wall() - since) / 1_000));
    } catch {
      jobs.reset();
      age.reset();
      await this.queue?.close().catch(() => undefined);
      this.queue = undefined;
    }
  }

  private open(): Queue {
    const queue = new Queue(QUEUE, { connection: this.redis.client, skipWaitingForReady: true });
    // the worker's connection says when Redis is away
    queue.on('error', () => undefined);
    return queue;
  }
}
