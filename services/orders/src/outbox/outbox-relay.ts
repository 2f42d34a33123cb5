import { Inject, Injectable } from '@nestjs/common';
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
  PeriodicTask,
  reasonOf,
  startSpan,
  traceparent,
  untraced,
} from '@geodes/kit';
import { retryDelaySql } from './retry-policy.js';
import type { JobQueue } from '../redis.js';
import type { NewEvent } from './outbox-row.js';

/** Injection token of the queue that carries order events to catalog. */
export const EVENT_QUEUE = Symbol('EVENT_QUEUE');

export type EventQueue = JobQueue<'catalog.order-events'>;

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
export class OutboxRelay extends PeriodicTask {
  private publishing = Promise.resolve();
  private readonly batcher: Batcher<NewEvent, void>;

  constructor(
    private readonly database: DataSource,
    @Inject(EVENT_QUEUE) private readonly queue: EventQueue,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'outbox not relayed' });
    this.batcher = new Batcher((events) => untraced(() => this.enqueue(events)), BATCH_SIZE, clock);
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.publishing;
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

  /** Updates the gauges even if the relay failed, because events pile up while Redis is away. */
  protected async round(): Promise<undefined> {
    await untraced(() => this.relay().finally(() => this.measure()));
  }

  private async relay(): Promise<void> {
    const [rows]: [NewEvent[], number] = await this.database.query(
      `UPDATE outbox SET enqueue_count = enqueue_count + 1,
         enqueue_after = now() + ${retryDelaySql('enqueue_count + 1')}
       WHERE id IN (
         SELECT id FROM outbox
         WHERE done_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL
           AND (enqueue_after IS NULL OR enqueue_after < now())
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, type, order_id, enqueue_count, traceparent`,
      [BATCH_SIZE],
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
   * Leaves events that the queue did not take to the next round, and does not count them as enqueued: otherwise their
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
      data: { eventId: row.id, orderId: row.order_id, type: row.type, traceparent: jobTraceparent(row) },
      opts: {
        jobId: jobId(row.id, row.enqueue_count),
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        // Frees the id once its job is over; the table records failures.
        removeOnComplete: true,
        removeOnFail: true,
      },
    }));
    if (!(await atMost(ADD_TIMEOUT_MS, this.queue.addBulk(jobs), this.clock))) throw new Error('Redis does not answer');
    return rows.map(() => undefined);
  }
}

/** Continues the trace of the purchase in the job, with a span for the enqueueing. */
const jobTraceparent = ({ id, traceparent: parent }: NewEvent): string | undefined => {
  if (!parent) return undefined;
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.destination.name': QUEUE,
    'messaging.message.id': id,
  };
  const span = startSpan(`${QUEUE} publish`, { kind: 'producer', parent, attributes });
  const spanParent = span?.run(traceparent);
  span?.end();
  return spanParent ?? parent;
};

/** Returns the job id of an event's `count`-th enqueueing. */
export const jobId = (eventId: string, count: number): string =>
  `${eventId}-${Math.ceil(count / ENQUEUEINGS_PER_JOB_ID)}`;
