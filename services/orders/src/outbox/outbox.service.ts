import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import {
  type AckOrderEvent,
  type DropOrderEvent,
  type EntityId,
  type FailOrderEvent,
  type OrderEventList,
  type OrderEventQuery,
  type OrderEventState,
  type OrderEventView,
  orderNumber,
  type RetryOrderEvent,
} from '@geodes/contracts';
import { AppError, Batcher, CLOCK, type Clock, failpoint, LOGGER, type Logger, withRetry } from '@geodes/kit';
import { MAX_FAILURES, retryDelaySql } from './retry-policy.js';
import { OutboxRow } from './outbox-row.js';

const CONFIRM_BATCH_SIZE = 100;

/** Records what the consumer or the operator reports about outbox events. */
@Injectable()
export class OutboxService {
  private readonly confirmations: Batcher<string, void>;

  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.confirmations = new Batcher((eventIds) => this.markDone(eventIds), CONFIRM_BATCH_SIZE, clock);
  }

  /** Marks an event done: its consumer has applied it. */
  async confirm({ eventId }: AckOrderEvent): Promise<void> {
    await failpoint('orders.ack-event.before');
    await this.confirmations.load(eventId);
    await failpoint('orders.ack-event.after');
  }

  private async markDone(eventIds: string[]): Promise<void[]> {
    await this.database.query(
      // Locks rows in the order of their ids, so that two instances cannot deadlock.
      `UPDATE outbox SET done_at = now(), failed_at = NULL WHERE id IN (
         SELECT id FROM outbox WHERE id = ANY ($1) AND done_at IS NULL ORDER BY id FOR UPDATE)`,
      [eventIds],
    );
    return eventIds.map(() => undefined);
  }

  /**
   * Records that the consumer could not apply an event. An outage does not count, so an event is retried until the outage
   * ends. Too many refusals leave it to the operator; once the operator has retried it, the first refusal does.
   */
  async fail({ eventId, reason, isOutage }: FailOrderEvent): Promise<void> {
    const [failed]: object[] = await withRetry(() =>
      this.database.query(
        `WITH event AS (
           UPDATE outbox SET failures = failures + (NOT $3)::int, last_error = $2, last_failed_at = now(),
             failed_at = CASE WHEN NOT $3 AND failures + 1 >= ${MAX_FAILURES} THEN now() END,
             enqueue_after = CASE WHEN $3 THEN enqueue_after ELSE now() + ${retryDelaySql('failures + 1')} END
           WHERE id = $1 AND done_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL RETURNING *)
         SELECT type, order_id AS "orderId", failures FROM event WHERE failed_at IS NOT NULL`,
        [eventId, reason, isOutage],
      ),
    );
    if (failed)
      this.logger.error({ eventId, ...failed, reason }, 'order event failed: it waits for the operator (npm run ops)');
  }

  async list({ all, limit }: OrderEventQuery): Promise<OrderEventList> {
    const repository = this.database.getRepository(OutboxRow);
    const isOpen = { doneAt: IsNull(), droppedAt: IsNull() };
    const [rows, waiting, failed] = await Promise.all([
      all
        ? repository.find({ order: { createdAt: 'DESC' }, take: limit })
        : repository.find({
            where: isOpen,
            order: { failedAt: { direction: 'ASC', nulls: 'LAST' }, createdAt: 'ASC' },
            take: limit,
          }),
      repository.countBy({ ...isOpen, failedAt: IsNull() }),
      repository.countBy({ ...isOpen, failedAt: Not(IsNull()) }),
    ]);
    return { events: rows.map(eventView), counts: { waiting, failed } };
  }

  /** Throws NOT_FOUND. */
  async get({ id }: EntityId): Promise<OrderEventView> {
    return eventView(await this.find(id));
  }

  /** Enqueues a failed or dropped event again; without an id, all failed ones. Throws NOT_FOUND; CHANGED if applied. */
  async retry({ id }: RetryOrderEvent): Promise<{ retried: number }> {
    const condition = id ? 'id = $1' : 'failed_at IS NOT NULL AND dropped_at IS NULL';
    const [rows]: [{ id: string }[], number] = await this.database.query(
      `UPDATE outbox SET failed_at = NULL, enqueue_after = NULL, dropped_at = NULL, dropped_by = NULL,
         dropped_reason = NULL
       WHERE ${condition} AND done_at IS NULL RETURNING id`,
      id ? [id] : [],
    );
    if (id && rows.length === 0) {
      const { doneAt } = await this.find(id);
      throw new AppError('CHANGED', `This event was applied at ${doneAt?.toISOString()}: there is nothing to retry.`);
    }
    for (const row of rows) this.logger.info({ eventId: row.id }, 'order event retried by the operator');
    return { retried: rows.length };
  }

  /**
   * Gives up an event for good. Throws NOT_FOUND; CHANGED if it was applied or dropped, or has not failed: an event that
   * waits will be applied, so dropping it would lose it.
   */
  async drop({ id, reason, by }: DropOrderEvent): Promise<OrderEventView> {
    const [, dropped]: [unknown, number] = await this.database.query(
      `UPDATE outbox SET dropped_at = now(), dropped_by = $2, dropped_reason = $3, failed_at = NULL
       WHERE id = $1 AND done_at IS NULL AND dropped_at IS NULL AND failed_at IS NOT NULL`,
      [id, by, reason],
    );
    const row = await this.find(id);
    if (dropped === 0) throw new AppError('CHANGED', whyNotDropped(row));
    this.logger.warn({ eventId: id, type: row.type, orderId: row.orderId, by, reason }, 'order event dropped');
    return eventView(row);
  }

  private async find(id: string): Promise<OutboxRow> {
    const row = await this.database.getRepository(OutboxRow).findOneBy({ id });
    if (!row) throw new AppError('NOT_FOUND', 'There is no event with this id.');
    return row;
  }
}

const whyNotDropped = (row: OutboxRow): string => {
  if (row.doneAt) return `This event was applied at ${row.doneAt.toISOString()}: there is nothing to drop.`;
  if (row.droppedAt) return `This event was dropped at ${row.droppedAt.toISOString()} already.`;
  return 'This event has not failed: it waits for Redis or the catalogue and is applied when they are there.';
};

/** An applied event is done even if it was dropped: a job that was running then may still have applied it. */
const stateOf = ({ doneAt, droppedAt, failedAt }: OutboxRow): OrderEventState => {
  if (doneAt) return 'done';
  if (droppedAt) return 'dropped';
  return failedAt ? 'failed' : 'waiting';
};

const eventView = (row: OutboxRow): OrderEventView => {
  const state = stateOf(row);
  return {
    id: row.id,
    type: row.type,
    orderId: row.orderId,
    orderNumber: orderNumber(row.orderId),
    state,
    createdAt: row.createdAt.toISOString(),
    enqueued: row.enqueueCount,
    nextTryAt: state === 'waiting' ? iso(row.enqueueAfter) : null,
    failures: row.failures,
    lastError: row.lastError,
    lastFailedAt: iso(row.lastFailedAt),
    failedAt: iso(row.failedAt),
    doneAt: iso(row.doneAt),
    droppedAt: iso(row.droppedAt),
    droppedBy: row.droppedBy,
    droppedReason: row.droppedReason,
  };
};

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
