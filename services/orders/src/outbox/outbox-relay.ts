import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ConfirmOrderFact, OrderFact } from '@geodes/contracts';
import { atMost, CLOCK, type Clock, failpoint, Gauge, LOGGER, type Logger, requestContext } from '@geodes/kit';
import { FACT_QUEUE, type FactQueue } from './fact-queue.js';

const RELAY_EVERY_MS = 1_000;
const AT_ONCE = 50;
/** A fact that was not confirmed by then is put into the queue again: 5 s, 10 s, … at most 5 minutes. */
const AGAIN_AFTER_SECONDS = 5;
const AGAIN_AT_MOST_SECONDS = 300;
const ADD_LIMIT_MS = 3_000;

const waiting = new Gauge({ name: 'shop_outbox_waiting', help: 'Order facts that nobody has confirmed yet' });

interface Taken {
  id: string;
  type: OrderFact['type'];
  order_id: string;
  enqueue_count: number;
}

/**
 * Carries facts from the outbox table into BullMQ until their consumer confirms them. The table is the truth: a queue
 * that lost its jobs is filled again. Each enqueueing has a job id of its own, because BullMQ ignores one it knows.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private relaying: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(FACT_QUEUE) private readonly queue: FactQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.poke(), RELAY_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.relaying;
    await this.queue.close();
  }

  /** Looks for waiting facts now instead of at the next tick. */
  poke(): void {
    this.relaying ??= this.relay()
      .catch((error: unknown) => {
        this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'outbox not relayed');
      })
      .finally(() => {
        this.relaying = undefined;
      });
  }

  /** The consumer has applied the fact; only now is the row done. */
  async confirm({ eventId }: ConfirmOrderFact): Promise<void> {
    await failpoint('orders.confirm-fact.before');
    await this.database.query('UPDATE outbox SET done_at = now() WHERE id = $1 AND done_at IS NULL', [eventId]);
    await failpoint('orders.confirm-fact.after');
  }

  private async relay(): Promise<void> {
    const [rows]: [Taken[], number] = await this.database.query(
      `UPDATE outbox SET enqueue_count = enqueue_count + 1,
         enqueue_after = now() + LEAST($2 * (enqueue_count + 1), $3) * interval '1 second'
       WHERE id IN (
         SELECT id FROM outbox WHERE done_at IS NULL AND (enqueue_after IS NULL OR enqueue_after < now())
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, type, order_id, enqueue_count`,
      [AT_ONCE, AGAIN_AFTER_SECONDS, AGAIN_AT_MOST_SECONDS],
    );
    if (rows.length > 0) {
      await failpoint('orders.outbox.before');
      await this.enqueueOrPutBack(rows);
      await failpoint('orders.outbox.after');
    }
    const [{ count }]: [{ count: number }] = await this.database.query(
      'SELECT count(*)::int AS count FROM outbox WHERE done_at IS NULL',
    );
    waiting.set(count);
  }

  /** What the queue did not take is taken up again with the next tick. */
  private async enqueueOrPutBack(rows: Taken[]): Promise<void> {
    try {
      await this.enqueue(rows);
    } catch (error) {
      await this.database.query('UPDATE outbox SET enqueue_after = NULL WHERE id = ANY($1) AND done_at IS NULL', [
        rows.map(({ id }) => id),
      ]);
      throw error;
    }
  }

  private async enqueue(rows: Taken[]): Promise<void> {
    const jobs = rows.map((row) => ({
      name: row.type,
      data: { eventId: row.id, orderId: row.order_id, type: row.type },
      opts: {
        jobId: `${row.id}-${row.enqueue_count}`,
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        removeOnComplete: 1_000,
        removeOnFail: 1_000,
      },
    }));
    let isAdded = false;
    const added = requestContext.run({ requestId: requestContext.requestId() }, () => this.queue.addBulk(jobs));
    await atMost(ADD_LIMIT_MS, added.then(() => (isAdded = true)), this.clock);
    if (!isAdded) throw new Error('Redis does not answer');
  }
}
