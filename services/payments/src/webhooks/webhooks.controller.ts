import { Controller, Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Nothing, SquareWebhook } from '@geodes/contracts';
import { AppError, CLOCK, type Clock, Handles, LOGGER, type Logger } from '@geodes/kit';
import { PaymentsConfig } from '../config.js';
import { webhooksDropped } from '../metrics.js';
import { RefundStore } from '../payments/refund-store.js';
import { Repair } from '../reconciliation/repair.js';
import { isSigned, parseEvent, type SquareEvent, webhookUrl } from './square-event.js';

const MAX_WAITING = 1_000;
/** A checkout causes two or three events within a second. The delay lets it finish, so that one read is enough. */
const SETTLE_MS = 1_000;
const MAX_CONCURRENT_READS = 2;

/** Rereads the payments and refunds named by webhooks. Bounded, in memory; events about one object are deduplicated. */
@Injectable()
export class WebhookQueue implements OnModuleDestroy {
  private readonly waiting = new Map<string, { event: SquareEvent; due: number }>();
  private readonly stopping = new AbortController();
  private workers = 0;

  constructor(
    private readonly repair: Repair,
    private readonly refunds: RefundStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  add(event: SquareEvent): void {
    const key = `${event.kind} ${event.id}`;
    const known = this.waiting.get(key);
    if (known) return void (known.event = event);
    if (this.waiting.size >= MAX_WAITING) return webhooksDropped.inc();
    this.waiting.set(key, { event, due: this.clock.now() + SETTLE_MS });
    if (this.workers < MAX_CONCURRENT_READS) void this.work();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.waiting.clear();
  }

  private async work(): Promise<void> {
    this.workers += 1;
    for (const [key, entry] of this.waiting) {
      await this.clock.sleep(Math.max(0, entry.due - this.clock.now()), this.stopping.signal);
      // the other worker may have taken it during the sleep
      if (this.waiting.delete(key)) await this.refresh(entry.event);
    }
    this.workers -= 1;
  }

  private async refresh(event: SquareEvent): Promise<void> {
    const { kind, id } = event;
    try {
      if (event.kind === 'payment') await this.repair.examine(id, event.captured);
      else await this.refunds.refresh(id, event.squarePaymentId);
    } catch (error) {
      this.logger.warn({ kind, id, reason: String(error) }, 'webhook read failed, left to reconciliation');
    }
  }
}

/**
 * Receives Square's webhooks. They only speed up reconciliation: a lost one is made up for, and a repeated one only
 * repeats a read.
 */
@Controller()
export class WebhooksController {
  constructor(
    private readonly queue: WebhookQueue,
    private readonly config: PaymentsConfig,
  ) {}

  /** Queues the payment or refund for a read from Square. Throws FORBIDDEN if the signature is not Square's. */
  @Handles('payments.receive-webhook')
  receiveWebhook(@Payload() { body, signature }: SquareWebhook): Nothing {
    const raw = Buffer.from(body, 'base64');
    const { SQUARE_WEBHOOK_SIGNATURE_KEY: key = '' } = this.config;
    if (!isSigned({ body: raw, signature }, webhookUrl(this.config), key))
      throw new AppError('FORBIDDEN', 'The signature does not match.');
    const event = parseEvent(raw);
    if (event) this.queue.add(event);
    return {};
  }
}
