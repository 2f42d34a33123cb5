import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { DataSource, In, type Repository } from 'typeorm';
import { reconciliationDifferences } from '../metrics.js';
import { Difference } from './difference.entity.js';
import type { DifferenceKind, RepairedKind, ReportedKind } from './difference-texts.js';

/** What is known of a payment that differs. Amounts in the smallest unit of the currency. */
export interface Differing {
  /** Null where Square made no payment. */
  squarePaymentId: string | null;
  attemptId: string;
  orderId?: string | null;
  amountCents: number;
  currency?: string;
  expectedCents?: number | null;
  note?: string | undefined;
  /** Where not the payment but one refund of it differs. */
  refundId?: string;
  /** Square's code, where it is the shop's account that needs the owner: one difference for all its payments. */
  code?: string;
}

/** Differences that end by themselves once Square and the shop agree about the payment. */
const SETTLED_BY_AGREEMENT: ReportedKind[] = ['unknown-attempt', 'amount', 'not-captured', 'missing'];

/** Counts, logs and keeps every difference: once, however often and by however many instances it is found. */
@Injectable()
export class Differences {
  private readonly kept: Repository<Difference>;

  constructor(
    @Inject(DataSource) database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.kept = database.getRepository(Difference);
  }

  /** Told after the mending: a book that cannot be written now must not make it look undone, so this never throws. */
  async mended(kind: RepairedKind, differing: Differing): Promise<void> {
    const isNew = await this.keep(kind, 'mended', differing).catch((error: unknown) => {
      this.logger.warn({ kind, reason: String(error) }, 'difference with Square not kept');
      return true;
    });
    if (!isNew) return;
    reconciliationDifferences.inc({ kind });
    this.logger.warn(named(kind, differing), 'difference with Square mended');
  }

  /** Whether it was told before, whatever has become of it. */
  isKept(kind: ReportedKind, differing: Differing): Promise<boolean> {
    return this.kept.existsBy({ kind, subject: subjectOf(differing) });
  }

  /** True while the owner has not marked it as seen. */
  async report(kind: ReportedKind, differing: Differing): Promise<boolean> {
    if (await this.keep(kind, 'open', differing)) {
      reconciliationDifferences.inc({ kind });
      this.logger.error(named(kind, differing), 'difference with Square needs the operator');
      return true;
    }
    return this.kept.existsBy({ kind, subject: subjectOf(differing), state: 'open' });
  }

  /** A refund that Square had refused is taken now. */
  async settleRefusedRefund(squarePaymentId: string): Promise<void> {
    await this.kept.update(
      { subject: squarePaymentId, state: In(['open', 'seen']), kind: 'refund-failed' },
      { state: 'mended' },
    );
  }

  /** Square and the shop agree about this payment again. */
  async settle(squarePaymentId: string): Promise<void> {
    await this.kept.update(
      { squarePaymentId, state: In(['open', 'seen']), kind: In(SETTLED_BY_AGREEMENT) },
      { state: 'mended' },
    );
  }

  /** True where it was not known, or known as mended and is back; of the account also where it is back after the owner saw it. */
  private async keep(kind: DifferenceKind, state: 'open' | 'mended', differing: Differing): Promise<boolean> {
    const { squarePaymentId, attemptId, orderId, amountCents, currency = 'USD', expectedCents, note } = differing;
    const rows = (await this.kept.query(
      `INSERT INTO difference (kind, subject, square_payment_id, attempt_id, order_id, amount_cents, currency,
         expected_cents, note, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (subject, kind) DO UPDATE SET state = excluded.state, amount_cents = excluded.amount_cents,
         expected_cents = excluded.expected_cents, note = excluded.note, seen_at = now()
       WHERE excluded.state = 'open'
         AND (difference.state = 'mended' OR difference.state = 'seen' AND difference.kind = 'account-refused')
       RETURNING id`,
      [
        kind,
        subjectOf(differing),
        squarePaymentId,
        attemptId,
        orderId ?? null,
        amountCents,
        currency,
        expectedCents ?? null,
        note ?? null,
        state,
      ],
    )) as unknown[];
    return rows.length > 0;
  }
}

const subjectOf = ({ refundId, code, squarePaymentId, attemptId }: Differing): string =>
  refundId ?? code ?? squarePaymentId ?? attemptId;

/** Without `note`, which may repeat what somebody typed. */
const named = (kind: DifferenceKind, { note: _note, currency: _currency, ...differing }: Differing) => ({
  kind,
  ...differing,
});
