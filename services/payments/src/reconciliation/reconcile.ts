import { Inject, Injectable } from '@nestjs/common';
import type { Reconciliation } from '@geodes/contracts';
import { CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { PaymentStore } from '../payments/payment-store.js';
import { RefundStore } from '../refunds/refund-store.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { ReconciliationRunLog } from './reconciliation-run-log.js';
import { LeaderLock } from './leader-lock.js';
import { classifyDifference } from './classify-difference.js';
import { attemptOf } from './attempt-reference.js';
import { type Finding, Repair } from './repair.js';

/** How far a comparison looks back, how many pages of each of Square's lists it reads at most, and the lock it holds. */
interface Look {
  span: Span | 'demand' | 'restored';
  backMs: number;
  pages: number;
  lock: number;
}

/** `unrepaired`: differences that another run has to mend. */
type Tally = Reconciliation & { unrepaired: number };

const MINUTE_MS = 60_000;
/** A payment may be older than what became of it: an authorisation waits ten minutes for its capture. */
const BEFORE_AGREED_MS = 60 * MINUTE_MS;
const SPANS = {
  recent: { backMs: 15 * MINUTE_MS, pages: 100, lock: 7_340_201 },
  day: { backMs: 24 * 60 * MINUTE_MS, pages: 500, lock: 7_340_202 },
} as const;
/** However long ago that was. */
const RESTORED = { span: 'restored', pages: 5_000, lock: 7_340_204 } as const;
const DEMAND = { span: 'demand', pages: 500, lock: 7_340_203 } as const;

export type Span = keyof typeof SPANS;

/** Square's lists are seconds behind; what is younger than this and missing there proves nothing. */
const LAG_MS = MINUTE_MS;

/** A list that is read on from where it broke off is read again so far before it: payments that it lacked are looked for within. */
const RETRY_DELAY_MS = 2 * LAG_MS;

const TO_THE_END = Infinity;

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
    @Inject(ReconciliationRunLog) private readonly log: ReconciliationRunLog,
    @Inject(LeaderLock) private readonly lock: LeaderLock,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * What was done; undefined where another instance is at it, where `signal` ended it between two pages, or where Square
   * lists more than one comparison reads: then that of a day goes on from there the next time.
   * Throws SquareFailure where Square's lists cannot be read.
   */
  run(span: Span, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.look({ span, ...SPANS[span] }, signal);
  }

  /** All since the instant of a backup, undefined also while a difference is left to mend; otherwise as `run`. */
  since(backup: Date, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.look({ ...RESTORED, backMs: this.clock.wall() - backup.getTime() + BEFORE_AGREED_MS }, signal);
  }

  /** The last `minutes`, on demand; otherwise as `run`. */
  back(minutes: number, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.look({ ...DEMAND, backMs: minutes * MINUTE_MS }, signal);
  }

  private async look(look: Look, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    let done: Reconciliation | undefined;
    await this.lock.hold(look.lock, async () => {
      const began = this.clock.wall();
      const from = await this.startOf(look);
      const tally: Tally = { payments: 0, repaired: 0, reported: 0, unrepaired: 0 };
      await failpoint('payments.reconcile.before');
      const paymentsUntil = await this.comparePayments(from, look.pages, tally, signal);
      await failpoint('payments.reconcile.after');
      const refundsUntil = await this.readRefunds(from, look.pages, signal);
      if (look.span === 'day') await this.refunds.rereadPending();
      if (signal?.aborted) return;
      const until = Math.min(paymentsUntil, refundsUntil);
      if (until < TO_THE_END) {
        const agreed = Math.min(began, until - RETRY_DELAY_MS + BEFORE_AGREED_MS);
        if (goesOn(look)) await this.log.agreed(new Date(agreed));
        return;
      }
      const { unrepaired, ...found } = tally;
      if (look.span === 'restored' && unrepaired > 0) return;
      await this.log.ended(look.span);
      done = found;
    });
    return done;
  }

  /** A shop that was away, or comes from a backup, looks back to where its books agreed with Square's for the last time. */
  private async startOf(look: Look): Promise<Date> {
    const from = this.clock.wall() - look.backMs;
    const agreedAt = goesOn(look) ? await this.log.agreedAt() : undefined;
    return new Date(agreedAt ? Math.min(from, agreedAt.getTime() - BEFORE_AGREED_MS) : from);
  }

  /** Until when Square's payments were read and compared, milliseconds, or TO_THE_END. */
  private async comparePayments(from: Date, pages: number, tally: Tally, signal?: AbortSignal): Promise<number> {
    const listed = new Set<string>();
    const until = await this.readPages({ what: 'payments', from, pages }, signal, async (cursor) => {
      const list = await this.square.list({ from, cursor });
      for (const { id } of list.payments) listed.add(id);
      await this.comparePage(list.payments, tally);
      return { last: list.payments.at(-1)?.createdAt, cursor: list.cursor };
    });
    if (!signal?.aborted) await this.compareUnlisted(from, until, listed, tally);
    return until;
  }

  /** Until when a list of Square was read, oldest first, milliseconds: TO_THE_END where all of it was. */
  private async readPages(
    { what, from, pages }: { what: 'payments' | 'refunds'; from: Date; pages: number },
    signal: AbortSignal | undefined,
    read: (cursor: string | undefined) => Promise<{ last: Date | undefined; cursor: string | undefined }>,
  ): Promise<number> {
    let until = from;
    let next: string | undefined;
    for (let page = 1; page <= pages; page += 1) {
      const { last, cursor } = await read(next);
      if (!cursor) return TO_THE_END;
      until = last ?? until;
      if (signal?.aborted) return until.getTime();
      next = cursor;
    }
    this.logger.error({ from, pages, until }, `Square lists more ${what} than one comparison reads`);
    return until.getTime();
  }

  private async comparePage(payments: SquarePayment[], tally: Tally): Promise<void> {
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
      else if (classifyDifference(theirs, ours) !== 'none') await this.examine(theirs.id, tally);
    }
  }

  private async compareUnlisted(from: Date, until: number, listed: Set<string>, tally: Tally): Promise<void> {
    const to = Math.min(until, this.clock.wall()) - LAG_MS;
    const taken = await this.store.findTaken(new Date(from.getTime() + LAG_MS), new Date(to));
    const unlisted = taken.filter((squarePaymentId) => !listed.has(squarePaymentId)).slice(0, UNLISTED);
    tally.payments += unlisted.length;
    for (const squarePaymentId of unlisted) await this.examine(squarePaymentId, tally);
  }

  /** One payment that cannot be mended now must not keep the others waiting. */
  private async examine(squarePaymentId: string, tally: Tally): Promise<void> {
    try {
      count(tally, await this.repair.examine(squarePaymentId));
    } catch (error) {
      // what Square refuses is told to the owner
      if (!(error instanceof SquareFailure && error.refused)) tally.unrepaired += 1;
      this.logger.warn({ squarePaymentId, reason: String(error) }, 'difference with Square not mended yet');
    }
  }

  /** What the owner gave back in Square since then, also of older payments, and what became of it. Until when, as above. */
  private readRefunds(from: Date, pages: number, signal?: AbortSignal): Promise<number> {
    if (signal?.aborted) return Promise.resolve(from.getTime());
    return this.readPages({ what: 'refunds', from, pages }, signal, async (cursor) => {
      const list = await this.square.listRefunds({ from, cursor });
      await this.refunds.recordAll(list.refunds);
      return { last: list.refunds.at(-1)?.updatedAt, cursor: list.cursor };
    });
  }
}

const count = (tally: Tally, finding: Finding): void => {
  if (finding !== 'none') tally[finding] += 1;
};

/** Looks back to where the last one came. */
const goesOn = ({ span }: Look): boolean => span === 'day' || span === 'restored';
