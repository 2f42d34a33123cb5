import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Job, Worker } from 'bullmq';
import { plainToInstance } from 'class-transformer';
import { validateOrReject } from 'class-validator';
import { OrderFact, type QueueName } from '@geodes/contracts';
import { Counter, LOGGER, type Logger, requestContext } from '@geodes/kit';
import { outageLog, RedisConnection } from '../redis.module.js';
import { OrderFacts } from './order-facts.js';

const QUEUE: QueueName = 'catalog.order-facts';
const FINISH_LIMIT_MS = 5_000;

const handled = new Counter({
  name: 'shop_order_facts_total',
  help: 'Order events handled by the catalogue, by type and result',
  labelNames: ['type', 'result'] as const,
});

/** Takes order events off the queue. One that fails stays there: its sender decides when it is tried again. */
@Injectable()
export class OrderFactsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: Worker<OrderFact> | undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly facts: OrderFacts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = new Worker<OrderFact>(QUEUE, (job) => this.handle(job), {
      connection: this.redis.client,
      concurrency: 4,
      // A killed process's job goes to another within 15 s; being killed is no reason to give a job up.
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
      removeOnComplete: { count: 1_000 },
    });
    const outage = outageLog(this.logger, QUEUE);
    this.worker.on('error', outage.error);
    this.worker.on('ready', outage.ready);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.worker) return;
    // Without Redis no job can be finished there: it goes to another process, and is applied once.
    const force = this.redis.client.status !== 'ready';
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FINISH_LIMIT_MS);
    });
    await Promise.race([this.worker.close(force), limit]);
    clearTimeout(timer);
  }

  private handle(job: Job<OrderFact>): Promise<void> {
    return requestContext.run({ requestId: job.data.eventId }, async () => {
      const { type, orderId } = job.data;
      try {
        const fact = plainToInstance(OrderFact, job.data);
        await validateOrReject(fact);
        await this.facts.apply(fact);
        handled.inc({ type, result: 'ok' });
        this.logger.info({ queue: QUEUE, type, orderId }, 'order event handled');
      } catch (error) {
        handled.inc({ type, result: 'failed' });
        this.logger.error(
          { queue: QUEUE, type, orderId, attempt: job.attemptsMade + 1, err: error },
          'order event failed',
        );
        throw error instanceof Error ? error : new Error(`malformed order event: ${String(error)}`);
      }
    });
  }
}
