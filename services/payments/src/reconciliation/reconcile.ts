import { Inject, Injectable } from '@nestjs/common';
import type { Reconciliation } from '@geodes/contracts';
import { CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { DataSource } from 'typeorm';
import { Differences } from '../differences/differences.js';
import { PaymentStore } from '../payments/payment-store.js';
import { RefundStore } from '../payments/refund-store.js';
import { SquareFailure } from '../square/square-failure.js';
import { attemptIdOf, type SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { classifyDifference } from './classify-difference.js';
import { ReconciliationRunLog } from './reconciliation-run-log.js';
import { type Finding, Repair } from './repair.js';

/** `unrepaired`: differences left to another run. */
type Tally = Reconciliation & { unrepaired: number };

const MINUTE_MS = 60_000;
/** A payment changes after its creation: an authorisation waits up to ten minutes for its capture. */
const OVERLAP_MS = 60 * MINUTE_MS;
/** A `recent` run looks back this far at most: `day` runs hourly. */
const MAX_RECENT_MS = 60 * MINUTE_MS;
/** How many pages of each of Square's two lists a run reads, and the key of its leader lock. */
const SPANS = {
  recent: { maxPages: 100, lock: 7_340_201 },
  day: { maxPages: 500, lock: 7_340_202 },
  demand: { maxPages: 500, lock: 7_340_203 },
  restored: { maxPages: 5_000, lock: 7_340_204 },
};
const PERIODIC_BACK_MS = { recent: 15 * MINUTE_MS, day: 24 * 60 * MINUTE_MS };

type AnySpan = keyof typeof SPANS;
export type Span = keyof typeof PERIODIC_BACK_MS;

/** Square's lists lag by seconds. A younger payment may exist although the list lacks it. */
const LAG_MS = MINUTE_MS;

/** A run that continues an incomplete one starts this much earlier, to cover payments that the list still lacked. */
const RESUME_OVERLAP_MS = 2 * LAG_MS;

const TO_THE_END = Infinity;

/** How many recorded payments that the list lacks are read one by one in a run. */
const MAX_UNLISTED = 100;

/**
 * Runs work on one instance at a time. Holds a PostgreSQL advisory lock on a dedicated connection, so a crash of the
 * process releases it. Returns false without running `work` if another instance holds the lock.
 */
export const holdLeaderLock = async (
  database: DataSource,
  key: number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const runner = database.createQueryRunner();
  try {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [key])) as { taken: boolean }[];
    if (!row?.taken) return false;
    try {
      await work();
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [key]);
    }
    return true;
  } finally {
    await runner.release();
  }
};

/** Compares Square's payments and refunds of a span of time with the shop's records, on one instance at a time. */
@Injectable()
export class Reconcile {
  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly repair: Repair,
    private readonly refunds: RefundStore,
    private readonly differences: Differences,
    private readonly log: ReconciliationRunLog,
    private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reconciles a span and returns what it found. Returns undefined if another instance is running, if `signal` stopped the
   * run between two pages, if a repair failed, or if Square lists more than one run reads; the next `day` run then
   * continues from there. Throws SquareFailure if Square's lists cannot be read.
   */
  run(span: Span, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.runLocked(span, PERIODIC_BACK_MS[span], signal);
  }

  /** Reconciles everything since a backup; otherwise like `run`. */
  since(backup: Date, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.runLocked('restored', this.clock.wall() - backup.getTime() + OVERLAP_MS, signal);
  }

  /** Reconciles the last `minutes` on demand, also if a repair failed; otherwise like `run`. */
  lastMinutes(minutes: number, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    return this.runLocked('demand', minutes * MINUTE_MS, signal);
  }

  private async runLocked(span: AnySpan, backMs: number, signal?: AbortSignal): Promise<Reconciliation | undefined> {
    const { maxPages, lock } = SPANS[span];
    let result: Reconciliation | undefined;
    await holdLeaderLock(this.database, lock, async () => {
      const began = this.clock.wall();
      const from = await this.startOf(span, backMs);
      const tally: Tally = { payments: 0, repaired: 0, reported: 0, unrepaired: 0 };
      await failpoint('payments.reconcile.before');
      const paymentsUntil = await this.comparePayments(from, maxPages, tally, signal);
      await failpoint('payments.reconcile.after');
      const refundsUntil = await this.readRefunds(from, maxPages, signal);
      if (span === 'day') await this.refunds.refreshPending();
      if (signal?.aborted) return;
      const until = Math.min(paymentsUntil, refundsUntil);
      if (until < TO_THE_END) {
        const agreedUntil = Math.min(began, until - RESUME_OVERLAP_MS + OVERLAP_MS);
        // only these runs start where the last one ended
        if (span === 'day' || span === 'restored') await this.log.recordProgress(new Date(agreedUntil));
        return;
      }
      const { unrepaired, ...found } = tally;
      // the next run looks back to what this one could not repair
      if (span !== 'demand' && unrepaired > 0) return;
      await this.log.recordEnd(span);
      result = found;
    });
    return result;
  }

  /** After an outage or a restore, looks back to where the records last agreed with Square's ledger. */
  private async startOf(span: AnySpan, backMs: number): Promise<Date> {
    const now = this.clock.wall();
    const from = now - backMs;
    if (span === 'demand') return new Date(from);
    if (span === 'recent') {
      const agreedUntil = await this.log.agreedUntil('recent');
      // without an earlier run it looks back as far as it may: the outage may be older than the shop's first run
      return new Date(Math.min(from, Math.max((agreedUntil?.getTime() ?? 0) - backMs, now - MAX_RECENT_MS)));
    }
    const agreedUntil = await this.log.agreedUntil('day');
    return new Date(Math.min(from, (agreedUntil?.getTime() ?? now) - OVERLAP_MS));
  }

  /** Compares the payments. Returns until when Square's list was read, in milliseconds, or TO_THE_END. */
  private async comparePayments(from: Date, maxPages: number, tally: Tally, signal?: AbortSignal): Promise<number> {
    const listed = new Set<string>();
    const until = await this.readPages({ what: 'payments', from, maxPages }, signal, async (cursor) => {
      const list = await this.square.list({ from, cursor });
      for (const { id } of list.payments) listed.add(id);
      await this.comparePage(list.payments, tally);
      return { last: list.payments.at(-1)?.createdAt, cursor: list.cursor };
    });
    if (!signal?.aborted) await this.compareUnlisted(from, until, listed, tally);
    return until;
  }

  /** Reads one of Square's lists, oldest first. Returns until when it was read, in milliseconds, or TO_THE_END. */
  private async readPages(
    { what, from, maxPages }: { what: 'payments' | 'refunds'; from: Date; maxPages: number },
    signal: AbortSignal | undefined,
    read: (cursor: string | undefined) => Promise<{ last: Date | undefined; cursor: string | undefined }>,
  ): Promise<number> {
    let until = from;
    let next: string | undefined;
    for (let page = 1; page <= maxPages; page += 1) {
      const { last, cursor } = await read(next);
      if (!cursor) return TO_THE_END;
      until = last ?? until;
      if (signal?.aborted) return until.getTime();
      next = cursor;
    }
    this.logger.error({ list: what, from, maxPages, until }, 'Square lists more than one run reads');
    return until.getTime();
  }

  private async comparePage(payments: SquarePayment[], tally: Tally): Promise<void> {
    const ofShop = payments.flatMap((squarePayment) => {
      const attemptId = attemptIdOf(squarePayment);
      return attemptId ? [{ squarePayment, attemptId }] : [];
    });
    if (ofShop.length === 0) return;
    const known = new Map(
      (await this.store.findAll(ofShop.map(({ attemptId }) => attemptId))).map((row) => [row.id, row]),
    );
    // settles those that Square and the shop agree about again
    const open = await this.differences.findOpen(ofShop.map(({ squarePayment }) => squarePayment.id));
    for (const { squarePayment, attemptId } of ofShop) {
      tally.payments += 1;
      const payment = known.get(attemptId);
      const { id } = squarePayment;
      if (!payment) await this.examine(id, tally, () => this.repair.reportUnknown(squarePayment, attemptId));
      else if (open.has(id) || classifyDifference(squarePayment, payment) !== 'none') await this.examine(id, tally);
    }
  }

  private async compareUnlisted(from: Date, until: number, listed: Set<string>, tally: Tally): Promise<void> {
    const to = Math.min(until, this.clock.wall()) - LAG_MS;
    const recorded = await this.store.findAuthorisedOrCaptured(new Date(from.getTime() + LAG_MS), new Date(to));
    const unlisted = recorded.filter((squarePaymentId) => !listed.has(squarePaymentId)).slice(0, MAX_UNLISTED);
    tally.payments += unlisted.length;
    for (const squarePaymentId of unlisted) await this.examine(squarePaymentId, tally);
  }

  /** Repairs one payment. A failure does not stop the run. */
  private async examine(
    squarePaymentId: string,
    tally: Tally,
    examine = () => this.repair.examine(squarePaymentId),
  ): Promise<void> {
    try {
      count(tally, await examine());
    } catch (error) {
      // a refusal by Square is reported to the owner; another run cannot repair it
      if (!(error instanceof SquareFailure && error.refused)) tally.unrepaired += 1;
      this.logger.warn({ squarePaymentId, reason: String(error) }, 'reconciliation difference not repaired');
    }
  }

  /** Records refunds updated since `from`, also of older payments. Returns until when the list was read, as above. */
  private readRefunds(from: Date, maxPages: number, signal?: AbortSignal): Promise<number> {
    if (signal?.aborted) return Promise.resolve(from.getTime());
    return this.readPages({ what: 'refunds', from, maxPages }, signal, async (cursor) => {
      const list = await this.square.listRefunds({ from, cursor });
      await this.refunds.recordAll(list.refunds);
      return { last: list.refunds.at(-1)?.updatedAt, cursor: list.cursor };
    });
  }
}

const count = (tally: Tally, finding: Finding): void => {
  if (finding !== 'none') tally[finding] += 1;
};
