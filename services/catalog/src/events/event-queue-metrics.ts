import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { QueueName, QueueState } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, Gauge, queueState } from '@geodes/kit';
import { RedisConnection } from '../redis-connection.js';

const QUEUE: QueueName = 'catalog.order-events';
const STATES = ['waiting', 'active', 'delayed'] as const;
/** Short, so that /metrics responds while Redis is down. */
const MEASURE_TIMEOUT_MS = 1_000;

let measureQueue: (() => Promise<void>) | undefined;

const jobs = new Gauge({
  name: 'shop_queue_jobs',
  help: 'Jobs in a queue, by state; every process of the service reports the same number',
  labelNames: ['queue', 'state'] as const,
  collect: () => measureQueue?.(),
});
const age = new Gauge({
  name: 'shop_queue_age_seconds',
  help: 'Age of the oldest job in a queue; 0 if it is empty',
  labelNames: ['queue'] as const,
  collect: () => measureQueue?.(),
});

/** Measures the queue on each request of /metrics. While Redis is down, reports no values. */
@Injectable()
export class EventQueueMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private pending: Promise<void> | undefined;

  constructor(
    private readonly redis: RedisConnection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    measureQueue = this.measure;
  }

  onApplicationShutdown(): void {
    if (measureQueue === this.measure) measureQueue = undefined;
  }

  private readonly measure = async (): Promise<void> => {
    // One measurement at a time: while Redis hangs, later requests share the pending one.
    this.pending ??= this.readQueue().finally(() => (this.pending = undefined));
    await atMost(MEASURE_TIMEOUT_MS, this.pending, this.clock);
  };

  private async readQueue(): Promise<void> {
    try {
      if (this.redis.client.status !== 'ready') throw new Error('Redis is down');
      const state = await this.readState();
      for (const each of STATES) jobs.set({ queue: QUEUE, state: each }, state[each]);
      const since = state.oldestAt === null ? Infinity : Date.parse(state.oldestAt);
      age.set({ queue: QUEUE }, Math.max(0, (this.clock.wall() - since) / 1_000));
    } catch {
      jobs.reset();
      age.reset();
    }
  }

  /** Creates a Queue for each read, because BullMQ caches a failed first command for ever. */
  private async readState(): Promise<Omit<QueueState, 'name'>> {
    const connection = this.redis.client;
    const queue = new Queue(QUEUE, { connection, skipWaitingForReady: true, skipMetasUpdate: true });
    // The worker logs outages of the same connection.
    queue.on('error', () => undefined);
    return queueState(queue).finally(() => queue.close().catch(() => undefined));
  }
}
