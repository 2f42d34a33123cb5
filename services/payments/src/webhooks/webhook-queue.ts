import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { webhooksDropped } from '../metrics.js';
import { Repair } from '../reconciliation/repair.js';
import { RefundStore } from '../refunds/refund-store.js';
import type { SquareEvent } from './square-event.js';

const SIZE = 1_000;
/**
 * A checkout of ours makes Square send two or three events within a second. What they are about is read once, when the
 * checkout has done what it does anyway, milliseconds.
 */
const SETTLE_MS = 1_000;
const AT_ONCE = 2;

/** What webhooks were about and has to be read again: each thing once, a bounded number, in this process's memory. */
@Injectable()
export class WebhookQueue implements OnModuleDestroy {
  private readonly waiting = new Map<string, { event: SquareEvent; due: number }>();
  private readonly stopping = new AbortController();
  private workers = 0;

  constructor(
    @Inject(Repair) private readonly repair: Repair,
    @Inject(RefundStore) private readonly refunds: RefundStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  add(event: SquareEvent): void {
    const key = `${event.kind} ${event.id}`;
    const known = this.waiting.get(key);
    if (known) return void (known.event = event);
    if (this.waiting.size >= SIZE) return webhooksDropped.inc();
    this.waiting.set(key, { event, due: this.clock.now() + SETTLE_MS });
    if (this.workers < AT_ONCE) void this.work();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.waiting.clear();
  }

  private async work(): Promise<void> {
    this.workers += 1;
    for (const [key, thing] of this.waiting) {
      await this.clock.sleep(Math.max(0, thing.due - this.clock.now()), this.stopping.signal);
      // the other worker may have taken it meanwhile
      if (this.waiting.delete(key)) await this.reread(thing.event);
    }
    this.workers -= 1;
  }

  private async reread(event: SquareEvent): Promise<void> {
    const { kind, id } = event;
    try {
      if (event.kind === 'payment') await this.repair.examine(id, event.captured);
      else await this.refunds.reread(id, event.squarePaymentId);
    } catch (error) {
      this.logger.warn({ kind, id, reason: String(error) }, 'left to reconciliation');
    }
  }
}
