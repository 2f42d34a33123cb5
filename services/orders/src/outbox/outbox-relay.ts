import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { QueueName } from '@geodes/contracts';
import {
  atMost,
  Batcher,
  CLOCK,
  type Clock,
  failpoint,
  Gauge,
  LOGGER,
  type Logger,
  reasonOf,
  requestContext,
  startSpan,
  traceparent,
  untraced,
} from '@geodes/kit';
import { MAX_RETRY_DELAY_SECONDS, RETRY_DELAY_SECONDS } from './retry-policy.js';
import { EVENT_QUEUE, type EventQueue } from './event-queue.js';
import type { NewEvent } from './append-event.js';

const QUEUE: QueueName = 'catalog.order-events';
const INTERVAL_MS = 1_000;
const BATCH_SIZE = 50;
const ADD_TIMEOUT_MS = 3_000;
/**
 * Enqueueings that share a job id. BullMQ ignores an id that it still has, so a catalog that was away for a day finds
 * dozens of jobs per event, not thousands. The next id then replaces a job that is stuck in the queue.
 */
const ENQUEUEINGS_PER_JOB_ID = 30;

const gauges = {
  waiting: new Gauge({ name: 'shop_outbox_waiting', help: 'Order events that their consumer has not confirmed' }),
  age: new Gauge({ name: 'shop_outbox_age_seconds', help: 'Age of the oldest unconfirmed order event' }),
  failed: new Gauge({
    name: 'shop_outbox_events_failed',
    help: 'Order events that failed for good and wait for the operator',
  }),
};

/**
 * Enqueues events from the outbox table in BullMQ until their consumer confirms them. The table is authoritative: a
 * queue that lost its jobs is filled again. Failed and dropped events stay in the table only.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private relaying: Promise<void> | undefined;
  private publishing = Promise.resolve();
  /** The operator retried an event that the running relay may have missed. */
  private isWoken = false;
  private isStopping = false;
  private readonly batcher: Batcher<NewEvent, void>;

  constructor(
    private readonly database: DataSource,
    @Inject(EVENT_QUEUE) private readonly queue: EventQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.batcher = new Batcher((events) => untraced(() => this.enqueue(events)), BATCH_SIZE, clock);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await Promise.all([this.relaying, this.publishing]);
    await this.queue.close();
  }

  /** Enqueues an event that was just recorded. If that fails, the relay enqueues it after its retry delay. */
  publish(event: NewEvent): void {
    const published = failpoint('orders.outbox.before')
      .then(() => this.batcher.load(event))
      .then(() => failpoint('orders.outbox.after'))
      .catch((error: unknown) => this.logger.warn({ reason: reasonOf(error) }, 'event left to the relay'));
    this.publishing = this.publishing.then(() => published);
  }

  /** Relays now instead of at the next tick, and once more after a relay that is running. */
  wake(): void {
    this.isWoken = true;
    this.startRelay(() => this.relay());
  }

  /** Runs every second. Updates the gauges even if the relay failed, because events pile up while Redis is away. */
  tick(): void {
    this.startRelay(() => this.relay().finally(() => this.measure()));
  }

  private startRelay(work: () => Promise<void>): void {
    this.relaying ??= untraced(work)
      .catch((error: unknown) => {
        this.logger.warn({ reason: reasonOf(error) }, 'outbox not relayed');
      })
      .finally(() => {
        this.relaying = undefined;
        if (this.isWoken && !this.isStopping) this.wake();
      });
  }

  private async relay(): Promise<void> {
    this.isWoken = false;
    const [rows]: [NewEvent[], number] = await this.database.query(
      `UPDATE outbox SET enqueue_count = enqueue_count + 1,
         enqueue_after = now() + LEAST($2 * (enqueue_count + 1), $3) * interval '1 second'
       WHERE id IN (
         SELECT id FROM outbox
         WHERE done_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL
           AND (enqueue_after IS NULL OR enqueue_after < now())
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, type, order_id, enqueue_count, traceparent`,
      [BATCH_SIZE, RETRY_DELAY_SECONDS, MAX_RETRY_DELAY_SECONDS],
    );
    if (rows.length === 0) return;
    await failpoint('orders.outbox.before');
    await this.enqueueOrRevert(rows);
    await failpoint('orders.outbox.after');
  }

  private async measure(): Promise<void> {
    const [{ waiting, age, failed }]: [Record<keyof typeof gauges, number>] = await this.database.query(
      `SELECT (count(*) FILTER (WHERE failed_at IS NULL))::int AS waiting, count(failed_at)::int AS failed,
           coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0)::float AS age
         FROM outbox WHERE done_at IS NULL AND dropped_at IS NULL`,
    );
    gauges.waiting.set(waiting);
    gauges.age.set(age);
    gauges.failed.set(failed);
  }

  /**
   * Leaves events that the queue did not take to the next tick, and does not count them as enqueued: otherwise their
   * delays would be the longest after a long outage of Redis.
   */
  private async enqueueOrRevert(rows: NewEvent[]): Promise<void> {
    try {
      await Promise.all(rows.map((row) => this.batcher.load(row)));
    } catch (error) {
      await this.database.query(
        `UPDATE outbox SET enqueue_after = NULL, enqueue_count = enqueue_count - 1
         WHERE id = ANY($1) AND done_at IS NULL`,
        [rows.map(({ id }) => id)],
      );
      throw error;
    }
  }

  private async enqueue(rows: NewEvent[]): Promise<void[]> {
    const jobs = rows.map((row) => ({
      name: row.type,
      data: { eventId: row.id, orderId: row.order_id, type: row.type, ...jobTrace(row) },
      opts: {
        jobId: jobId(row.id, row.enqueue_count),
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        // Frees the id once its job is over; the table records failures.
        removeOnComplete: true,
        removeOnFail: true,
      },
    }));
    let isAdded = false;
    const added = requestContext.run({ requestId: requestContext.requestId() }, () => this.queue.addBulk(jobs));
    await atMost(
      ADD_TIMEOUT_MS,
      added.then(() => (isAdded = true)),
      this.clock,
    );
    if (!isAdded) throw new Error('Redis does not answer');
    return rows.map(() => undefined);
  }
}

/** Continues the trace of the purchase in the job, with a span for the enqueueing. */
const jobTrace = ({ id, traceparent: parent }: NewEvent): { traceparent?: string } => {
  if (!parent) return {};
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.destination.name': QUEUE,
    'messaging.message.id': id,
  };
  const span = startSpan(`${QUEUE} publish`, { kind: 'producer', parent, attributes });
  const spanParent = span?.run(traceparent);
  span?.end();
  return { traceparent: spanParent ?? parent };
};

/** Returns the job id of an event's `count`-th enqueueing. */
export const jobId = (eventId: string, count: number): string =>
  `${eventId}-${Math.ceil(count / ENQUEUEINGS_PER_JOB_ID)}`;
