import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { webhooksDropped } from '../metrics.js';
import { RefundStore } from '../payments/refund-store.js';
import { Repair } from '../reconciliation/repair.js';
import type { SquareEvent } from './square-event.js';

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
