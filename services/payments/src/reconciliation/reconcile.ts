import { Inject, Injectable } from '@nestjs/common';
import type { Reconciliation } from '@geodes/contracts';
import { CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { PaymentStore } from '../payments/payment-store.js';
import { RefundStore } from '../refunds/refund-store.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { ComparisonLog } from './comparison-log.js';
import { InstanceLock } from './instance-lock.js';
import { judge } from './judgement.js';
import { attemptOf } from './marker.js';
import { type Finding, Repair } from './repair.js';

/** How far a comparison looks back, how many pages of each of Square's lists it reads at most, and the lock it holds. */
interface Look {
  span: Span | 'demand' | 'restored';
  backMs: number;
  pages: number;
  lock: number;
}

const MINUTE_MS = 60_000;
/** A payment may be older than what became of it: an authorisation waits ten minutes for its capture. */
const BEFORE_AGREED_MS = 60 * MINUTE_MS;
const SPANS = {
  recent: { backMs: 15 * MINUTE_MS, pages: 100, lock: 7_340_201 },
  day: { backMs: 24 * 60 * MINUTE_MS, pages: 500, lock: 7_340_202 },
} as const;
/** However long ago that was. */
const RESTORED = { span: 'restored', backMs: 0, pages: 5_000, lock: 7_340_204 } as const;
const DEMAND = { span: 'demand', pages: 500, lock: 7_340_203 } as const;

export type Span = keyof typeof SPANS;

/** Square's lists are seconds behind; what is younger than this and missing there proves nothing. */
const LAG_MS = MINUTE_MS;

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
    @Inject(ComparisonLog) private readonly log: ComparisonLog,
    @Inject(InstanceLock) private readonly lock: InstanceLock,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * What was done; undefined where another instance is at it, or where `signal` ended it between two pages.
   * Throws SquareFailure where Square's lists cannot be read.
   */
  run(span: Span, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.look({ span, ...SPANS[span] }, signal);
  }

  /** All since the backup that the books come from; otherwise as `run`. */
  sinceBackup(signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.look(RESTORED, signal);
  }

  /** The last `minutes`, on demand; otherwise as `run`. */
  back(minutes: number, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.look({ ...DEMAND, backMs: minutes * MINUTE_MS }, signal);
  }

  private async look(look: Look, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    let done: Reconciliation | undefined;
    await this.lock.hold(look.lock, async () => {
      const from = await this.startOf(look);
      const tally = { payments: 0, mended: 0, reported: 0 };
      await failpoint('payments.reconcile.before');
      const listed = await this.compareListed(from, look.pages, tally, signal);
      if (listed) await this.compareUnlisted(from, listed, tally);
      await failpoint('payments.reconcile.after');
      await this.readRefunds(from, look.pages, signal);
      if (look.span === 'day') await this.refunds.rereadPending();
      if (signal?.aborted) return;
      await this.log.ended(look.span);
      done = tally;
    });
    return done;
  }

  /** A shop that was away, or comes from a backup, looks back to where its books agreed with Square's for the last time. */
  private async startOf({ span, backMs }: Look): Promise<Date> {
    const from = this.clock.wall() - backMs;
    const agreedAt = span === 'day' || span === 'restored' ? await this.log.agreedAt() : undefined;
    return new Date(agreedAt ? Math.min(from, agreedAt.getTime() - BEFORE_AGREED_MS) : from);
  }

  /** The ids of all payments that Square lists; undefined where the list was not read to its end. */
  private async compareListed(
    from: Date,
    pages: number,
    tally: Reconciliation,
    signal?: AbortSignal,
  ): Promise<Set<string> | undefined> {
    const listed = new Set<string>();
    let cursor: string | undefined;
    for (let page = 1; page <= pages; page += 1) {
      const list = await this.square.list({ from, cursor });
      for (const { id } of list.payments) listed.add(id);
      await this.comparePage(list.payments, tally);
      if (!list.cursor) return listed;
      if (signal?.aborted) return undefined;
      cursor = list.cursor;
    }
    this.logger.error({ from, pages }, 'Square lists more payments than one comparison reads');
    return undefined;
  }

  private async comparePage(payments: SquarePayment[], tally: Reconciliation): Promise<void> {
    const marked = payments.flatMap((theirs) => {
      const attemptId = attemptOf(theirs);
      return attemptId ? [{ theirs, attemptId }] : [];
    });
    if (marked.length === 0) return;
    const known = new Map(
      (await this.store.findAll(marked.map(({ attemptId }) => attemptId))).map((row) => [row.id, row]),
    );
    for (const { theirs, attemptId } of marked) {
      tally.payments += 1;
      const ours = known.get(attemptId);
      if (!ours) count(tally, await this.repair.reportUnknown(theirs, attemptId));
      else if (judge(theirs, ours) !== 'none') await this.examine(theirs.id, tally);
    }
  }

  private async compareUnlisted(from: Date, listed: Set<string>, tally: Reconciliation): Promise<void> {
    const taken = await this.store.findTaken(new Date(from.getTime() + LAG_MS), new Date(this.clock.wall() - LAG_MS));
    const unlisted = taken.filter((squarePaymentId) => !listed.has(squarePaymentId)).slice(0, UNLISTED);
    tally.payments += unlisted.length;
    for (const squarePaymentId of unlisted) await this.examine(squarePaymentId, tally);
  }

  /** One payment that cannot be mended now must not keep the others waiting. */
  private async examine(squarePaymentId: string, tally: Reconciliation): Promise<void> {
    try {
      count(tally, await this.repair.examine(squarePaymentId));
    } catch (error) {
      this.logger.warn({ squarePaymentId, reason: String(error) }, 'difference with Square not mended yet');
    }
  }

  /** What the owner gave back in Square since then, also of older payments, and what became of it. */
  private async readRefunds(from: Date, pages: number, signal?: AbortSignal): Promise<void> {
    let cursor: string | undefined;
    for (let page = 1; page <= pages && !signal?.aborted; page += 1) {
      const list = await this.square.listRefunds({ from, cursor });
      await this.refunds.recordAll(list.refunds);
      if (!list.cursor) return;
      cursor = list.cursor;
    }
  }
}

const count = (tally: Reconciliation, finding: Finding): void => {
  if (finding !== 'none') tally[finding] += 1;
};
