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
  requestContext,
  startSpan,
  traceparent,
  untraced,
} from '@geodes/kit';
import { MAX_RETRY_DELAY_SECONDS, RETRY_DELAY_SECONDS } from './retry-policy.js';
import { EVENT_QUEUE, type EventQueue } from './event-queue.js';
import type { NewEvent } from './append-event.js';

const FACTS: QueueName = 'catalog.order-events';
const RELAY_INTERVAL_MS = 1_000;
const AT_ONCE = 50;
const ADD_TIMEOUT_MS = 3_000;
/**
 * So many enqueueings share a job id. BullMQ ignores an id that it still has: a catalogue that was away for a day finds
 * dozens of jobs a fact instead of thousands. The next id follows in case the queue has a job that nobody will ever do.
 */
const ENQUEUEINGS_PER_JOB = 30;

const gauges = {
  waiting: new Gauge({ name: 'shop_outbox_waiting', help: 'Order facts that nobody has confirmed yet' }),
  age: new Gauge({ name: 'shop_outbox_age_seconds', help: 'How long the oldest unconfirmed order fact has waited' }),
  failed: new Gauge({ name: 'shop_outbox_events_failed', help: 'Order facts given up: they wait for the operator' }),
};

/**
 * Carries events from the outbox table into BullMQ until their consumer confirms them. The table is the truth: a queue
 * that lost its jobs is filled again. An event that was given up stays in the table alone.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private relaying: Promise<void> | undefined;
  private publishing = Promise.resolve();
  /** The operator retried an event that the look under way may have missed. */
  private isPoked = false;
  private isStopping = false;
  private readonly enqueueing: Batcher<NewEvent, void>;

  constructor(
    private readonly database: DataSource,
    @Inject(EVENT_QUEUE) private readonly queue: EventQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.enqueueing = new Batcher((events) => untraced(() => this.enqueue(events)), AT_ONCE, clock);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), RELAY_INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await Promise.all([this.relaying, this.publishing]);
    await this.queue.close();
  }

  /** Puts an event that was just recorded into the queue. Where that fails, the relay finds it when its pause is over. */
  publish(event: NewEvent): void {
    const published = failpoint('orders.outbox.before')
      .then(() => this.enqueueing.load(event))
      .then(() => failpoint('orders.outbox.after'))
      .catch((error: unknown) => this.logger.warn({ reason: reasonOf(error) }, 'event left to the relay'));
    this.publishing = this.publishing.then(() => published);
  }

  /** Looks for waiting events now instead of at the next tick; where a look is under way, once more after it. */
  wake(): void {
    this.isPoked = true;
    this.begin(() => this.relay());
  }

  /** What is done every second. What waits is counted also where nothing was relayed: most of all while Redis is away. */
  tick(): void {
    this.begin(() => this.relay().finally(() => this.measure()));
  }

  private begin(work: () => Promise<void>): void {
    this.relaying ??= untraced(work)
      .catch((error: unknown) => {
        this.logger.warn({ reason: reasonOf(error) }, 'outbox not relayed');
      })
      .finally(() => {
        this.relaying = undefined;
        if (this.isPoked && !this.isStopping) this.wake();
      });
  }

  private async relay(): Promise<void> {
    this.isPoked = false;
    const [rows]: [NewEvent[], number] = await this.database.query(
      `UPDATE outbox SET enqueue_count = enqueue_count + 1,
         enqueue_after = now() + LEAST($2 * (enqueue_count + 1), $3) * interval '1 second'
       WHERE id IN (
         SELECT id FROM outbox
         WHERE done_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL
           AND (enqueue_after IS NULL OR enqueue_after < now())
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, type, order_id, enqueue_count, traceparent`,
      [AT_ONCE, RETRY_DELAY_SECONDS, MAX_RETRY_DELAY_SECONDS],
    );
    if (rows.length === 0) return;
    await failpoint('orders.outbox.before');
    await this.enqueueOrPutBack(rows);
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
   * What the queue did not take is taken up again with the next tick. It does not count as enqueued: after a long outage
   * of Redis the pauses would be the longest ones.
   */
  private async enqueueOrPutBack(rows: NewEvent[]): Promise<void> {
    try {
      await Promise.all(rows.map((row) => this.enqueueing.load(row)));
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
      data: { eventId: row.id, orderId: row.order_id, type: row.type, ...inTrace(row) },
      opts: {
        jobId: jobId(row.id, row.enqueue_count),
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        // an id is free again once its job is over; what failed is kept in the table
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

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The job belongs to the trace of the purchase; the moment at which it is put into the queue is a span of its own. */
const inTrace = ({ id, traceparent: parent }: NewEvent): { traceparent?: string } => {
  if (!parent) return {};
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.destination.name': FACTS,
    'messaging.message.id': id,
  };
  const span = startSpan(`${FACTS} publish`, { kind: 'producer', parent, attributes });
  const own = span?.run(traceparent);
  span?.end();
  return { traceparent: own ?? parent };
};

/** The id of a fact's job at its `count`-th enqueueing. */
export const jobId = (eventId: string, count: number): string => `${eventId}-${Math.ceil(count / ENQUEUEINGS_PER_JOB)}`;
