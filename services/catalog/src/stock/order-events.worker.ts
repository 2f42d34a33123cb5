import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { plainToInstance } from 'class-transformer';
import { validateOrReject } from 'class-validator';
import { OrderEvent, type QueueName } from '@geodes/contracts';
import { Bus, CLOCK, type Clock, Counter, LOGGER, type Logger, outageLog, requestContext, traced } from '@geodes/kit';
import { RedisConnection } from '../redis.module.js';
import { type EventFailure, eventFailure, TooSlow } from './event-failure.js';
import { OrderEvents } from './order-events.js';

const QUEUE: QueueName = 'catalog.order-events';
const FINISH_TIMEOUT_MS = 5_000;
/** Longer than all of its calls together may take: a connection that nobody closes must not keep a job for ever. */
const HANDLE_LIMIT_SECONDS = 60;

const handled = new Counter({
  name: 'shop_order_events_total',
  help: 'Order events handled by the catalogue, by type and result',
  labelNames: ['type', 'result'] as const,
});

/**
 * Takes order events off the queue. An outage is waited out with backoff; a refusal is not repeated here. Either way the
 * orders service is told when a job comes to nothing: it decides whether and when the event is tried again.
 */
@Injectable()
export class OrderEventsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: Worker<OrderEvent> | undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly facts: OrderEvents,
    private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = new Worker<OrderEvent>(QUEUE, (job) => this.handle(job), {
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
      timer = setTimeout(resolve, FINISH_TIMEOUT_MS);
    });
    await Promise.race([this.worker.close(force), limit]);
    clearTimeout(timer);
  }

  private handle(job: Job<OrderEvent>): Promise<void> {
    const { eventId, traceparent: parent } = job.data;
    const attributes = {
      'messaging.system': 'bullmq',
      'messaging.destination.name': QUEUE,
      'messaging.message.id': eventId,
    };
    return requestContext.run({ requestId: eventId }, () =>
      parent
        ? traced(`${QUEUE} process`, { kind: 'consumer', parent, attributes }, () => this.apply(job))
        : this.apply(job),
    );
  }

  private async apply(job: Job<OrderEvent>): Promise<void> {
    const { type, orderId } = job.data;
    try {
      const fact = plainToInstance(OrderEvent, job.data);
      await validateOrReject(fact);
      await this.inTime(this.facts.apply(fact));
      handled.inc({ type, result: 'ok' });
      this.logger.info({ queue: QUEUE, type, orderId }, 'order event handled');
    } catch (error) {
      const attempt = job.attemptsMade + 1;
      const failure = eventFailure(error);
      handled.inc({ type, result: failure.isOutage ? 'outage' : 'failed' });
      const level = failure.isOutage ? 'warn' : 'error';
      this.logger[level]({ queue: QUEUE, type, orderId, attempt, err: error }, 'order event failed');
      if (!failure.isOutage || attempt >= (job.opts.attempts ?? 1)) await this.tell(job.data, failure);
      if (!failure.isOutage) throw new UnrecoverableError(failure.reason);
      throw error;
    }
  }

  /** The work itself goes on, but its job is tried again; being applied twice changes nothing. */
  private async inTime(work: Promise<void>): Promise<void> {
    const over = new AbortController();
    const late = this.clock.sleep(HANDLE_LIMIT_SECONDS * 1_000, over.signal).then(() => {
      if (!over.signal.aborted) throw new TooSlow(HANDLE_LIMIT_SECONDS);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      over.abort();
    }
  }

  /** Where that fails too, the next job tells. */
  private async tell({ eventId }: OrderEvent, failure: EventFailure): Promise<void> {
    await this.bus.call('orders.fail-event', { eventId, ...failure }).catch((error: unknown) => {
      this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'failure not told');
    });
  }
}
