import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type {
  AckOrderEvent,
  DropOrderEvent,
  FailOrderEvent,
  OrderEventId,
  OrderEventList,
  OrderEventQuery,
  OrderEventView,
  RetryOrderEvent,
} from '@geodes/contracts';
import { AppError, Batcher, CLOCK, type Clock, failpoint, inTransaction, LOGGER, type Logger } from '@geodes/kit';
import { afterFailure } from './retry-policy.js';
import { eventView, stateOf } from './event-view.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRow } from './outbox-row.entity.js';

const CONFIRMED_BATCH_SIZE = 100;

/** What became of a fact: its consumer says so, or the operator. */
@Injectable()
export class OutboxService {
  private readonly confirmed: Batcher<string, void>;

  constructor(
    private readonly database: DataSource,
    private readonly relay: OutboxRelay,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.confirmed = new Batcher((eventIds) => this.done(eventIds), CONFIRMED_BATCH_SIZE, clock);
  }

  /** The consumer has applied the fact; only now is the row done. */
  async confirm({ eventId }: AckOrderEvent): Promise<void> {
    await failpoint('orders.ack-event.before');
    await this.confirmed.load(eventId);
    await failpoint('orders.ack-event.after');
  }

  private async done(eventIds: string[]): Promise<void[]> {
    await this.database.query(
      // in one order for all, so that two instances never wait for each other's rows
      `UPDATE outbox SET done_at = now(), failed_at = NULL WHERE id IN (
         SELECT id FROM outbox WHERE id = ANY ($1) AND done_at IS NULL ORDER BY id FOR UPDATE)`,
      [eventIds],
    );
    return eventIds.map(() => undefined);
  }

  /** The consumer could not apply the fact. It is tried again, or kept for the operator once it was refused too often. */
  async fail({ eventId, reason, isOutage }: FailOrderEvent): Promise<void> {
    const givenUp = await inTransaction(this.database, async (manager) => {
      const row = await manager.findOne(OutboxRow, { where: { id: eventId }, lock: { mode: 'pessimistic_write' } });
      if (!row || stateOf(row) !== 'waiting') return undefined;
      const { failures, isGivenUp, retryDelaySeconds: pauseSeconds } = afterFailure(row.failures, isOutage);
      const later = pauseSeconds === null ? {} : { enqueueAfter: () => `now() + interval '${pauseSeconds} seconds'` };
      await manager.update(OutboxRow, eventId, {
        failures,
        lastError: reason,
        lastFailedAt: () => 'now()',
        ...(isGivenUp ? { failedAt: () => 'now()' } : later),
      });
      return isGivenUp ? { row, failures } : undefined;
    });
    if (!givenUp) return;
    const { type, orderId } = givenUp.row;
    this.logger.error(
      { eventId, type, orderId, failures: givenUp.failures, reason },
      'order fact given up: it waits for the operator (npm run ops)',
    );
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
  async get({ id }: OrderEventId): Promise<OrderEventView> {
    return eventView(await this.find(id));
  }

  /** Throws NOT_FOUND, or CHANGED where the fact was applied. A dropped one comes back to life. */
  async retry({ id }: RetryOrderEvent): Promise<{ retried: number }> {
    const which = id ? 'id = $1' : 'failed_at IS NOT NULL';
    const [rows]: [{ id: string }[], number] = await this.database.query(
      `UPDATE outbox SET failed_at = NULL, enqueue_after = NULL, dropped_at = NULL, dropped_by = NULL,
         dropped_reason = NULL
       WHERE ${which} AND done_at IS NULL RETURNING id`,
      id ? [id] : [],
    );
    if (id && rows.length === 0) {
      const { doneAt } = await this.find(id);
      throw new AppError('CHANGED', `This fact was applied at ${doneAt?.toISOString()}: there is nothing to retry.`);
    }
    for (const row of rows) this.logger.info({ eventId: row.id }, 'order fact retried by the operator');
    this.relay.wake();
    return { retried: rows.length };
  }

  /**
   * Throws NOT_FOUND; CHANGED where the fact was applied or dropped, or never failed: then nothing is wrong with it, and
   * dropping it would lose it.
   */
  async drop({ id, reason, by }: DropOrderEvent): Promise<OrderEventView> {
    const [, dropped]: [unknown, number] = await this.database.query(
      `UPDATE outbox SET dropped_at = now(), dropped_by = $2, dropped_reason = $3, failed_at = NULL
       WHERE id = $1 AND done_at IS NULL AND dropped_at IS NULL AND last_failed_at IS NOT NULL`,
      [id, by, reason],
    );
    const row = await this.find(id);
    if (dropped === 0) throw new AppError('CHANGED', whyNotDropped(row));
    this.logger.warn({ eventId: id, type: row.type, orderId: row.orderId, by, reason }, 'order fact dropped');
    return eventView(row);
  }

  private async find(id: string): Promise<OutboxRow> {
    const row = await this.database.getRepository(OutboxRow).findOneBy({ id });
    if (!row) throw new AppError('NOT_FOUND', 'There is no fact with this id.');
    return row;
  }
}

const whyNotDropped = (row: OutboxRow): string => {
  if (row.doneAt) return `This fact was applied at ${row.doneAt.toISOString()}: there is nothing to drop.`;
  if (row.droppedAt) return `This fact was dropped at ${row.droppedAt.toISOString()} already.`;
  return 'This fact has not failed: it waits for Redis or the catalogue and is applied when they are there.';
};
