import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { reconciliationLastRun } from '../metrics.js';
import { PaymentStore } from '../payments/payment-store.js';
import { RefundStore } from '../refunds/refund-store.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { Differences } from './differences.js';
import { InstanceLock } from './instance-lock.js';
import { judge } from './judgement.js';
import { attemptOf } from './marker.js';
import { Repair } from './repair.js';

/** How far a comparison looks back, how many pages of Square's list it reads at most, and the lock it holds. */
const SPANS = {
  recent: { backMs: 15 * 60_000, pages: 100, lock: 7_340_201 },
  day: { backMs: 24 * 60 * 60_000, pages: 500, lock: 7_340_202 },
} as const;

export type Span = keyof typeof SPANS;

/** Square's lists are seconds behind; what is younger than this and missing there proves nothing. */
const LAG_MS = 60_000;

/** How many of our payments that the list does not show are asked for one by one in a run. */
const UNLISTED = 100;

/** Compares Square's payments of a span of time with ours, one instance at a time. */
@Injectable()
export class Reconcile {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(Repair) private readonly repair: Repair,
    @Inject(RefundStore) private readonly refunds: RefundStore,
    @Inject(Differences) private readonly differences: Differences,
    @Inject(InstanceLock) private readonly lock: InstanceLock,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws SquareFailure where Square's list cannot be read; stops between two pages when `signal` says so. */
  async run(span: Span, signal?: AbortSignal): Promise<void> {
    await this.lock.hold(SPANS[span].lock, async () => {
      const from = new Date(this.clock.wall() - SPANS[span].backMs);
      await failpoint('payments.reconcile.before');
      const listed = await this.compareListed(from, SPANS[span].pages, signal);
      if (listed) await this.compareUnlisted(from, listed);
      await failpoint('payments.reconcile.after');
      if (span === 'day') await this.refunds.rereadPending();
      reconciliationLastRun.set({ span }, this.clock.wall() / 1000);
    });
  }

  /** The ids of all payments that Square lists; undefined where the list was not read to its end. */
  private async compareListed(from: Date, pages: number, signal?: AbortSignal): Promise<Set<string> | undefined> {
    const listed = new Set<string>();
    let cursor: string | undefined;
    for (let page = 1; page <= pages; page += 1) {
      const list = await this.square.list({ from, cursor });
      for (const { id } of list.payments) listed.add(id);
      await this.comparePage(list.payments);
      if (!list.cursor) return listed;
      if (signal?.aborted) return undefined;
      cursor = list.cursor;
    }
    this.logger.error({ from, pages }, 'Square lists more payments than one comparison reads');
    return undefined;
  }

  private async comparePage(payments: SquarePayment[]): Promise<void> {
    const marked = payments.flatMap((theirs) => {
      const attemptId = attemptOf(theirs);
      return attemptId ? [{ theirs, attemptId }] : [];
    });
    if (marked.length === 0) return;
    const known = new Map(
      (await this.store.findAll(marked.map(({ attemptId }) => attemptId))).map((row) => [row.id, row]),
    );
    for (const { theirs, attemptId } of marked) {
      const ours = known.get(attemptId);
      if (!ours) this.differences.report('unknown-attempt', theirs.id, attemptId);
      else if (judge(theirs, ours) !== 'none') await this.examine(theirs.id);
    }
  }

  private async compareUnlisted(from: Date, listed: Set<string>): Promise<void> {
    const taken = await this.store.findTaken(new Date(from.getTime() + LAG_MS), new Date(this.clock.wall() - LAG_MS));
    const unlisted = taken.filter((squarePaymentId) => !listed.has(squarePaymentId));
    for (const squarePaymentId of unlisted.slice(0, UNLISTED)) await this.examine(squarePaymentId);
  }

  /** One payment that cannot be mended now must not keep the others waiting. */
  private async examine(squarePaymentId: string): Promise<void> {
    try {
      await this.repair.examine(squarePaymentId);
    } catch (error) {
      this.logger.warn({ squarePaymentId, reason: String(error) }, 'difference with Square not mended yet');
    }
  }
}
