import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { LetterJob, QueueName } from '@geodes/contracts';
import { atMost, failpoint, LOGGER, type Logger, outageLog, requestContext, systemClock } from '@geodes/kit';
import { OrdersConfig } from '../config.js';
import { REDIS } from '../redis.js';
import { LetterComposer } from './compose-letter.js';
import { type ClaimedLetter, LetterStore } from './letter-store.js';
import { describeFailure, Mailer } from './mailer.js';

const QUEUE: QueueName = 'orders.letters';
const MAX_CONCURRENT_LETTERS = 4;
const FINISH_TIMEOUT_MS = 5_000;
/** BullMQ waits in Redis for up to 10 s for a job, which the shorter timeout of the service's connection would end. */
const SOCKET_TIMEOUT_MS = 15_000;

/**
 * Sends the letters of the queue. The claim of a row decides which process sends it. Without a mail server it only empties
 * the queue.
 */
@Injectable()
export class LetterWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private worker: Worker<LetterJob> | undefined;
  private connection: Redis | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly config: OrdersConfig,
    private readonly store: LetterStore,
    private readonly composer: LetterComposer,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.connection = this.redis.duplicate({ enableOfflineQueue: true, socketTimeout: SOCKET_TIMEOUT_MS });
    const outage = outageLog(this.logger, QUEUE);
    this.connection.on('error', outage.error);
    this.worker = new Worker<LetterJob>(QUEUE, ({ data }) => this.handle(data.letterId), {
      connection: this.connection,
      concurrency: MAX_CONCURRENT_LETTERS,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
    });
    this.worker.on('error', outage.error);
    this.worker.on('ready', outage.ready);
  }

  /** Does not wait: messages drain next, and checkouts need the time until the process must end. */
  beforeApplicationShutdown(): void {
    if (!this.worker) return;
    const force = this.redis.status !== 'ready';
    this.closing = atMost(FINISH_TIMEOUT_MS, this.worker.close(force), systemClock);
  }

  /** A letter that is not sent in time is sent again after its claim. */
  async onApplicationShutdown(): Promise<void> {
    await this.closing;
    this.connection?.disconnect();
  }

  private handle(letterId: string): Promise<void> {
    return requestContext.run({ requestId: letterId }, async () => {
      const letter = this.config.SMTP_URL && (await this.store.claim(letterId));
      if (letter) await this.deliver(letter);
    });
  }

  private async deliver(letter: ClaimedLetter): Promise<void> {
    const { id: letterId, kind, orderId, tries } = letter;
    try {
      await failpoint('orders.letter.before');
      const composed = await this.composer.compose(letter);
      if ('noRecipient' in composed) return await this.store.markOff(letter, composed.noRecipient);
      await this.mailer.send(composed);
      await failpoint('orders.letter.after');
    } catch (error) {
      const { reason, code } = describeFailure(error);
      // Without the reason, which may contain the recipient's email.
      this.logger.warn(
        { letterId, kind, orderId, tries, code, ...(code === 'unknown' && { err: error }) },
        'letter not sent',
      );
      return await this.store.recordFailure(letter, reason);
    }
    await this.store.markSent(letter);
    this.logger.info({ letterId, kind, orderId, tries }, 'letter sent');
  }
}
