import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { plainToInstance } from 'class-transformer';
import { validateOrReject } from 'class-validator';
import { OrderEvent, type QueueName } from '@geodes/contracts';
import {
  AppError,
  atMost,
  Bus,
  CLOCK,
  type Clock,
  Counter,
  LOGGER,
  type Logger,
  outageLog,
  reasonOf,
  requestContext,
  traced,
} from '@geodes/kit';
import { RedisConnection } from '../redis-connection.js';
import { OrderEvents } from './order-events.js';

const QUEUE: QueueName = 'catalog.order-events';
const FINISH_TIMEOUT_MS = 5_000;
/** Longer than all calls of a job together may take, so that a connection that hangs does not block the job for ever. */
const HANDLE_TIMEOUT_SECONDS = 60;

const handledEvents = new Counter({
  name: 'shop_order_events_total',
  help: 'Order events handled by the catalogue, by type and result',
  labelNames: ['type', 'result'] as const,
});

/**
 * Handles order events from the queue. Retries outages with backoff, but not refusals. Reports each job that failed for good
 * to the orders service, which decides whether and when to queue the event again.
 */
@Injectable()
export class OrderEventsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: Worker<OrderEvent> | undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly orderEvents: OrderEvents,
    private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = new Worker<OrderEvent>(QUEUE, (job) => this.handle(job), {
      connection: this.redis.client,
      concurrency: 4,
      // Another process takes over the job of a killed one within 15 s. A job stalls as often as its process is killed.
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
    });
    const outage = outageLog(this.logger, QUEUE);
    this.worker.on('error', outage.error);
    this.worker.on('ready', outage.ready);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.worker) return;
    // Without Redis no job can complete: another process applies it later, once.
    const force = this.redis.client.status !== 'ready';
    await atMost(FINISH_TIMEOUT_MS, this.worker.close(force), this.clock);
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
      const event = plainToInstance(OrderEvent, job.data);
      await validateOrReject(event);
      await this.withTimeout(this.orderEvents.apply(event));
      handledEvents.inc({ type, result: 'ok' });
      this.logger.info({ queue: QUEUE, type, orderId }, 'order event handled');
    } catch (error) {
      const attempt = job.attemptsMade + 1;
      const failure = classifyFailure(error);
      handledEvents.inc({ type, result: failure.isOutage ? 'outage' : 'failed' });
      const level = failure.isOutage ? 'warn' : 'error';
      this.logger[level]({ queue: QUEUE, type, orderId, attempt, err: error }, 'order event failed');
      if (!failure.isOutage || attempt >= (job.opts.attempts ?? 1)) await this.reportFailure(job.data, failure);
      if (!failure.isOutage) throw new UnrecoverableError(failure.reason);
      throw error;
    }
  }

  /** Throws EventTimeout. The work itself continues and its job is retried; an event applied twice changes nothing. */
  private async withTimeout(work: Promise<void>): Promise<void> {
    const done = work.then(() => true);
    if (!(await atMost(HANDLE_TIMEOUT_SECONDS * 1_000, done, this.clock)))
      throw new EventTimeout(HANDLE_TIMEOUT_SECONDS);
  }

  /** Never throws: if the report fails, the next job of the event reports. */
  private async reportFailure({ eventId }: OrderEvent, failure: EventFailure): Promise<void> {
    await this.bus.call('orders.fail-event', { eventId, ...failure }).catch((error: unknown) => {
      this.logger.warn({ reason: reasonOf(error) }, 'event failure not reported');
    });
  }
}

/** Why an order event was not applied: shown to the operator and used by the orders service to decide on a retry. */
interface EventFailure {
  reason: string;
  /** The database, NATS or the orders service was down. The event may be valid, so a retry helps. */
  isOutage: boolean;
}

/** Thrown when an event takes longer than all of its calls together may. */
export class EventTimeout extends Error {
  override readonly name = 'EventTimeout';

  constructor(seconds: number) {
    super(`the catalogue did not finish within ${seconds} s`);
  }
}

/**
 * Classes of PostgreSQL errors about the server, not the statement: connection, read-only after a failover, login, unknown
 * database, rollback, resources, locks, operator intervention, system, internal.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const OUTAGE_CLASSES = ['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX'];

/** Classifies what was thrown while an event was applied. */
export const classifyFailure = (error: unknown): EventFailure => {
  if (error instanceof AppError) return { reason: operatorText(error), isOutage: true };
  if (error instanceof EventTimeout || (error instanceof Error && isServerError(error)))
    return { reason: error.message, isOutage: true };
  return {
    reason: error instanceof Error ? error.message : `malformed order event: ${String(error)}`,
    isOutage: false,
  };
};

const isServerError = (error: Error): boolean => {
  const { code, driverError, syscall } = error as {
    code?: unknown;
    driverError?: { code?: unknown };
    syscall?: unknown;
  };
  const sqlState = String(driverError?.code ?? code ?? '');
  return syscall !== undefined || (sqlState.length === 5 && OUTAGE_CLASSES.includes(sqlState.slice(0, 2)));
};

/** Describes an AppError to the operator. Its message is written for buyers. */
const operatorText = ({ code, details, cause }: AppError): string => {
  if (code !== 'UNAVAILABLE') return `it was applied, but the orders service did not take the confirmation (${code})`;
  const { part = 'a part of the shop' } = (details ?? {}) as { part?: string };
  return `${part} was away${cause instanceof Error ? `: ${cause.message}` : ''}`;
};
