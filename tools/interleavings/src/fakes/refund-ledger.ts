import { SquareFailure, type SquareReason } from '@geodes/payments/dist/square/square-failure.js';
import type { SquareRefund } from '@geodes/payments/dist/square/square-payment.js';
import type { PartialRefund } from '@geodes/payments/dist/square/square-payments.js';
import type { LedgerPayment } from './ledger.js';

type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';

export interface LedgerRefund {
  id: string;
  squarePaymentId: string;
  idempotencyKey: string;
  /** Names the refund that the shop wanted; undefined if the owner made it in Square. */
  wantedAs: string | undefined;
  amountCents: number;
  createdAt: Date;
  /** Status changes, oldest first. The list may show an older status. */
  history: { at: Date; status: RefundStatus }[];
}

/** Behaviour of refunds that differs between accounts, so the shop must not depend on it. */
export interface RefundHabits {
  /** A refund is refused while another one of the payment is pending. */
  refusesSecondPending: boolean;
  /** Refunds are refused after one of the payment has failed. */
  refusesAfterFailed: boolean;
  /** A repeated refund returns the refund as it was created, not as it is now. */
  repeatsFirstRefund: boolean;
}

export type RefundChange = (
  refund: LedgerRefund,
  payment: LedgerPayment,
  kind: 'refund.created' | 'refund.updated',
) => void;

/** Square's refunds as documented: in parts, each key once, and in total no more than was captured. */
export class RefundLedger {
  readonly all: LedgerRefund[] = [];
  private drawn: RefundHabits | undefined;

  constructor(
    private readonly now: () => number,
    /** Drawn at the first refund, so that seeds without refunds keep their schedules. */
    private readonly drawHabits: () => RefundHabits,
    private readonly findPayment: (id: string) => LedgerPayment,
    private readonly onChange: RefundChange,
  ) {}

  /** `key` replaces the idempotency key of the request, for a mutation. */
  create({ key: wantedAs, squarePaymentId, amountCents }: PartialRefund, key = wantedAs): SquareRefund {
    const existing = this.all.find(({ idempotencyKey }) => idempotencyKey === key);
    if (existing) return this.repeat(existing, amountCents);
    return viewRefund(this.add({ squarePaymentId, amountCents, idempotencyKey: key, wantedAs }));
  }

  /** Makes the owner's refund in Square. Throws as `create`. */
  createInSquare(squarePaymentId: string, amountCents: number): void {
    const idempotencyKey = `dashboard-${this.all.length + 1}`;
    this.add({ squarePaymentId, amountCents, idempotencyKey, wantedAs: undefined });
  }

  get(id: string): SquareRefund {
    const refund = this.all.find((each) => each.id === id);
    if (!refund) throw refusal('get-refund', [invalid('NOT_FOUND')]);
    return viewRefund(refund);
  }

  /** Lists refunds updated since `from`. `lagMs` returns the age of each entry, milliseconds. */
  list(from: number, lagMs: () => number): SquareRefund[] {
    return this.all.flatMap((refund) => {
      const readAt = this.now() - lagMs();
      const history = refund.history.filter(({ at }) => at.getTime() <= readAt);
      const updatedAt = history.at(-1)?.at.getTime() ?? Number.NEGATIVE_INFINITY;
      return updatedAt >= from ? [viewRefund({ ...refund, history })] : [];
    });
  }

  of(squarePaymentId: string): LedgerRefund[] {
    return this.all.filter((refund) => refund.squarePaymentId === squarePaymentId);
  }

  /** Returns the cents that can still be refunded. */
  left({ id, request }: LedgerPayment): number {
    const taken = this.of(id).filter((refund) => statusOf(refund) !== 'FAILED');
    return request.amountCents - taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
  }

  private get habits(): RefundHabits {
    return (this.drawn ??= this.drawHabits());
  }

  finish(refund: LedgerRefund, status: 'COMPLETED' | 'FAILED'): void {
    refund.history.push({ at: new Date(this.now()), status });
    this.onChange(refund, this.findPayment(refund.squarePaymentId), 'refund.updated');
  }

  private add(wanted: Pick<LedgerRefund, 'squarePaymentId' | 'amountCents' | 'idempotencyKey' | 'wantedAs'>) {
    const payment = this.findPayment(wanted.squarePaymentId);
    if (payment.status !== 'COMPLETED') throw refusal('refund', [invalid('REFUND_ERROR_PAYMENT_NEEDS_COMPLETION')]);
    const others = this.of(payment.id);
    if (this.habits.refusesAfterFailed && others.some((refund) => statusOf(refund) === 'FAILED'))
      throw refusal('refund', [{ category: 'REFUND_ERROR', code: 'PAYMENT_NOT_REFUNDABLE' }]);
    if (this.habits.refusesSecondPending && others.some((refund) => statusOf(refund) === 'PENDING'))
      throw refusal('refund', [{ category: 'REFUND_ERROR', code: 'REFUND_ALREADY_PENDING' }]);
    if (wanted.amountCents > this.left(payment))
      throw refusal('refund', [{ category: 'REFUND_ERROR', code: TOO_MUCH }]);
    const at = new Date(this.now());
    const id = `${payment.id}_refund-${others.length + 1}`;
    const refund: LedgerRefund = { ...wanted, id, createdAt: at, history: [{ at, status: 'PENDING' }] };
    this.all.push(refund);
    this.onChange(refund, payment, 'refund.created');
    return refund;
  }

  private repeat(refund: LedgerRefund, amountCents: number): SquareRefund {
    if (refund.amountCents !== amountCents) throw refusal('refund', [KEY_REUSED]);
    const history = this.habits.repeatsFirstRefund ? refund.history.slice(0, 1) : refund.history;
    return viewRefund({ ...refund, history });
  }
}

/** Square's code if a refund exceeds what is left. */
export const TOO_MUCH = 'REFUND_AMOUNT_INVALID';

export const statusOf = ({ history }: LedgerRefund): RefundStatus => history.at(-1)?.status ?? 'PENDING';

/** Returns the refund in the form in which payments reads it from Square. */
export const viewRefund = (refund: LedgerRefund): SquareRefund => {
  const { id, squarePaymentId, amountCents, createdAt, history } = refund;
  return {
    id,
    squarePaymentId,
    amountCents,
    status: statusOf(refund),
    createdAt,
    updatedAt: history.at(-1)?.at ?? createdAt,
  };
};

export const invalid = (code: string): SquareReason => ({ category: 'INVALID_REQUEST_ERROR', code });

export const KEY_REUSED = { ...invalid('IDEMPOTENCY_KEY_REUSED'), field: 'idempotency_key' };

export const refusal = (operation: string, reasons: SquareReason[]): SquareFailure =>
  new SquareFailure(operation, reasons.some(({ code }) => code === 'NOT_FOUND') ? 404 : 400, reasons);
