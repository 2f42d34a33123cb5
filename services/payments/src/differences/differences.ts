import { Inject, Injectable } from '@nestjs/common';
import type { PaymentDifference } from '@geodes/contracts';
import { AppError, LOGGER, type Logger } from '@geodes/kit';
import { DataSource, In, Raw, type Repository } from 'typeorm';
import { reconciliationDifferences } from '../metrics.js';
import { Payment } from '../payments/payment.entity.js';
import type { SquareFailure } from '../square/square-failure.js';
import { differenceText } from './difference-texts.js';
import { Difference, type DifferenceKind, type RepairedKind, type ReportedKind } from './difference.entity.js';

/** The payment or refund that differs. Amounts in the smallest unit of the currency. */
export interface DifferenceDetails {
  /** Null if Square created no payment. */
  squarePaymentId: string | null;
  attemptId: string;
  orderId?: string | null;
  amountCents: number;
  currency?: string;
  expectedCents?: number | null;
  note?: string;
  /** Set if a refund of the payment differs, not the payment itself. */
  refundId?: string;
  /** Square's code if it refuses the shop's account: all refused payments share one difference. */
  code?: string;
}

/** Kinds that settle by themselves once Square and the shop agree about the payment. */
const SETTLED_BY_AGREEMENT: ReportedKind[] = ['unknown-attempt', 'amount', 'not-captured', 'missing'];

const RECENT_PERIOD = '30 days';
const MAX_LISTED = 200;

/**
 * Records, counts and logs each difference once, however often and by however many instances it is found. Lists them for the
 * owner.
 */
@Injectable()
export class Differences {
  private readonly differences: Repository<Difference>;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.differences = database.getRepository(Difference);
  }

  /** Records a completed repair. Never throws: a failed insert must not look like a failed repair. */
  async recordRepair(kind: RepairedKind, details: DifferenceDetails): Promise<void> {
    const isNew = await this.upsert(kind, 'mended', details).catch((error: unknown) => {
      this.logger.warn({ kind, reason: String(error) }, 'reconciliation difference not recorded');
      return true;
    });
    if (!isNew) return;
    reconciliationDifferences.inc({ kind });
    this.logger.warn(logFields(kind, details), 'reconciliation difference repaired');
  }

  /** True if the difference was recorded before, in any state. */
  isRecorded(kind: ReportedKind, details: DifferenceDetails): Promise<boolean> {
    return this.differences.existsBy({ kind, subject: subjectOf(details) });
  }

  /** Reports a difference to the owner. Returns true while the owner has not acknowledged it. */
  async report(kind: ReportedKind, details: DifferenceDetails): Promise<boolean> {
    if (await this.upsert(kind, 'open', details)) {
      reconciliationDifferences.inc({ kind });
      this.logger.error(logFields(kind, details), 'reconciliation difference needs the owner');
      return true;
    }
    return this.differences.existsBy({ kind, subject: subjectOf(details), state: 'open' });
  }

  /**
   * Logs for the operator that Square refuses a payment or its refund because of the shop's account, settings or request, and alerts the
   * owner: once per code until it is acknowledged. Never throws.
   */
  async reportAccountFault(attemptId: string, code: string, failure: SquareFailure): Promise<void> {
    this.logger.error({ attemptId, ...failure.summary }, 'refused by Square: check its account and settings');
    try {
      const { amountCents, request } = await this.database.manager.findOneByOrFail(Payment, { id: attemptId });
      const note = failure.textWithout([request?.buyerEmailAddress, request?.sourceId]);
      await this.report('account-refused', {
        squarePaymentId: null,
        attemptId,
        amountCents: amountCents ?? 0,
        code,
        note,
      });
    } catch (error) {
      this.logger.warn({ attemptId, code, reason: String(error) }, 'owner not alerted');
    }
  }

  /** Returns those of the payments that have an open difference which settles by agreement. */
  async findOpen(squarePaymentIds: string[]): Promise<Set<string | null>> {
    const open = await this.differences.findBy({
      squarePaymentId: In(squarePaymentIds),
      state: 'open',
      kind: In(SETTLED_BY_AGREEMENT),
    });
    return new Set(open.map(({ squarePaymentId }) => squarePaymentId));
  }

  /** Settles the differences of a payment, by default those that Square and the shop agree about again. */
  async settle(squarePaymentId: string, kinds = SETTLED_BY_AGREEMENT): Promise<void> {
    await this.differences.update(
      { squarePaymentId, state: In(['open', 'seen']), kind: In(kinds) },
      { state: 'mended' },
    );
  }

  /** Lists the open differences, then the others of the last 30 days: at most 200 of each, newest first. */
  async list(): Promise<PaymentDifference[]> {
    const recent = Raw((column) => `${column} > now() - interval '${RECENT_PERIOD}'`);
    const newest = { order: { seenAt: 'DESC', id: 'ASC' }, take: MAX_LISTED } as const;
    const [open, others] = await Promise.all([
      this.differences.find({ where: { state: 'open' }, ...newest }),
      this.differences.find({ where: { state: Raw((column) => `${column} <> 'open'`), seenAt: recent }, ...newest }),
    ]);
    return [...open, ...others].map(toPaymentDifference);
  }

  /**
   * Marks a difference as acknowledged by the owner. The shop then retries a failed refund no more, because the owner may
   * give the money back another way. Throws NOT_FOUND.
   */
  async acknowledge(id: string): Promise<PaymentDifference> {
    await this.differences.update({ id, state: 'open' }, { state: 'seen' });
    await this.database.query(
      `UPDATE payment SET sweep_after = NULL FROM difference
       WHERE difference.id = $1 AND difference.kind = 'refund-failed' AND payment.state = 'owed'
         AND payment.square_payment_id = difference.square_payment_id`,
      [id],
    );
    const difference = await this.differences.findOneBy({ id });
    if (!difference) throw new AppError('NOT_FOUND', 'There is no such difference.');
    return toPaymentDifference(difference);
  }

  countOpen(): Promise<number> {
    return this.differences.countBy({ state: 'open' });
  }

  /**
   * Returns true if the difference is new, or comes back after it was settled. A refusal of the account also counts as new
   * if it comes back after the owner acknowledged it. What comes back gets another id, so that the owner gets another letter.
   */
  private async upsert(kind: DifferenceKind, state: 'open' | 'mended', details: DifferenceDetails): Promise<boolean> {
    const { squarePaymentId, attemptId, orderId, amountCents, currency = 'USD', expectedCents, note } = details;
    const rows = (await this.differences.query(
      `INSERT INTO difference (kind, subject, square_payment_id, attempt_id, order_id, amount_cents, currency,
         expected_cents, note, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (subject, kind) DO UPDATE SET id = excluded.id, state = excluded.state, amount_cents = excluded.amount_cents,
         expected_cents = excluded.expected_cents, note = excluded.note, seen_at = now()
       WHERE excluded.state = 'open'
         AND (difference.state = 'mended' OR difference.state = 'seen' AND difference.kind = 'account-refused')
       RETURNING id`,
      [
        kind,
        subjectOf(details),
        squarePaymentId,
        attemptId,
        orderId,
        amountCents,
        currency,
        expectedCents,
        note,
        state,
      ],
    )) as unknown[];
    return rows.length > 0;
  }
}

const subjectOf = ({ refundId, code, squarePaymentId, attemptId }: DifferenceDetails): string =>
  refundId ?? code ?? squarePaymentId ?? attemptId;

/** Leaves out `note`, which may repeat what the buyer typed. */
const logFields = (kind: DifferenceKind, { note: _note, currency: _currency, ...details }: DifferenceDetails) => ({
  kind,
  ...details,
});

const toPaymentDifference = (difference: Difference): PaymentDifference => {
  const { id, kind, squarePaymentId, orderId, amountCents, state, seenAt } = difference;
  const texts = differenceText(difference);
  return { id, kind, squarePaymentId, orderId, amountCents, seenAt: seenAt.toISOString(), state, ...texts };
};
