import { Inject, Injectable } from '@nestjs/common';
import { atMost, CLOCK, type Clock, Gauge, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { OrdersConfig } from '../config.js';
import type { JobQueue } from '../redis.js';
import { LetterStore } from './letter-store.js';

/** Injection token of the queue of letters to send. */
export const LETTER_QUEUE = Symbol('LETTER_QUEUE');

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 50;
const ADD_TIMEOUT_MS = 3_000;

const gauges = {
  waiting: new Gauge({ name: 'shop_letters_waiting', help: 'Letters that the mail server has not accepted' }),
  age: new Gauge({ name: 'shop_letters_age_seconds', help: 'How long the oldest waiting letter has been tried' }),
  failed: new Gauge({ name: 'shop_letters_failed', help: 'Letters that failed for good in the last day' }),
};

/**
 * Enqueues due letters in BullMQ. The table is authoritative: a queue that lost its jobs is filled again. Without a mail
 * server it takes waiting letters out.
 */
@Injectable()
export class LetterRelay extends PeriodicTask {
  constructor(
    private readonly store: LetterStore,
    private readonly config: OrdersConfig,
    @Inject(LETTER_QUEUE) private readonly queue: JobQueue<'orders.letters'>,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'letters not relayed' });
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.queue.close();
  }

  protected async round(): Promise<undefined> {
    try {
      if (this.config.SMTP_URL) await this.enqueueDue();
      else await this.store.turnOff();
    } finally {
      // also if Redis is away, because letters pile up then
      const counts = await this.store.measure();
      gauges.waiting.set(counts.waiting);
      gauges.age.set(counts.age);
      gauges.failed.set(counts.failed);
    }
  }

  private async enqueueDue(): Promise<void> {
    const due = await this.store.listDue(BATCH_SIZE);
    if (due.length === 0) return;
    const jobs = due.map(({ id, tries }) => ({
      name: 'letter',
      data: { letterId: id },
      // BullMQ ignores an id that it still has, so a letter has one job for each try.
      opts: { jobId: `${id}-${tries}`, removeOnComplete: true, removeOnFail: true },
    }));
    if (!(await atMost(ADD_TIMEOUT_MS, this.queue.addBulk(jobs), this.clock))) throw new Error('Redis does not answer');
  }
}
