import { SquareFailure } from '@geodes/payments/dist/square/square-failure.js';
import type { CreateRequest, SquarePayment, SquareStatus } from '@geodes/payments/dist/square/square-payment.js';
import { invalid, KEY_REUSED, refusal, RefundLedger, type RefundChange, type RefundHabits } from './refund-ledger.js';

export type SentRequest = CreateRequest & { sourceId: string };

export interface LedgerPayment {
  id: string;
  idempotencyKey: string;
  /** Sent to Square as `reference_id`. */
  attemptId: string;
  request: SentRequest;
  status: SquareStatus;
  createdAt: number;
  delayedUntil: number;
  /** Status changes, oldest first. The list may show an older status. */
  history: { at: number; status: SquareStatus }[];
}

/** Behaviour that Square does not document, so the shop must not depend on it. Each run draws it again. */
export interface SquareHabits {
  /** A repeated create returns the payment as it was created, not as it is now. */
  repeatsFirstReply: boolean;
  /** A repeated create after a decline returns the decline again, not IDEMPOTENCY_KEY_REUSED. */
  repeatsDecline: boolean;
  /** Cancelling by key returns an error when the payment is no longer authorised. */
  refusesCancelOfEnded: boolean;
  /** A declined create leaves a FAILED payment. */
  keepsFailed: boolean;
  drawOfRefunds: () => RefundHabits;
}

export type LedgerChange = (payment: LedgerPayment, kind: 'payment.created' | 'payment.updated') => void;

const DURATION = /^PT(\d+)M$/;

/**
 * Square's payments as documented at https://developer.squareup.com/reference/square/payments-api. Each method is one
 * request, carried out at once. `Square` adds the faults of the network.
 */
export class Ledger {
  readonly payments: LedgerPayment[] = [];
  readonly refunds: RefundLedger;
  private readonly usedTokens = new Map<string, string>();
  private readonly cancelledKeys = new Set<string>();

  constructor(
    private readonly now: () => number,
    private readonly habits: SquareHabits,
    private readonly onChange: LedgerChange,
    /** Reports events that are rare in the schedules. */
    private readonly onRareEvent: (what: string) => void,
    onRefund: RefundChange,
  ) {
    this.refunds = new RefundLedger(now, habits.drawOfRefunds, (id) => this.find('refund', id), onRefund);
  }

  create(attemptId: string, request: SentRequest, key = attemptId): SquarePayment {
    const existing = this.payments.find(({ idempotencyKey }) => idempotencyKey === key);
    if (existing) return this.repeatCreate(existing, request);
    const usedBy = this.usedTokens.get(request.sourceId);
    if (usedBy && usedBy !== key) throw refusal('create', [invalid('CARD_TOKEN_USED')]);
    this.usedTokens.set(request.sourceId, key);
    const declined = request.sourceId.includes('declined');
    if (!declined && this.cancelledKeys.has(key)) this.onRareEvent('an authorisation arrives after its cancellation');
    const payment = this.addPayment(attemptId, key, request, declined ? 'FAILED' : 'APPROVED');
    if (declined && !this.habits.keepsFailed) this.payments.pop();
    else this.onChange(payment, 'payment.created');
    if (declined) throw this.decline(payment);
    return this.view(payment);
  }

  complete(id: string): SquarePayment {
    const payment = this.find('complete', id);
    if (payment.status !== 'APPROVED') throw refusal('complete', [invalid('BAD_REQUEST')]);
    this.setStatus(payment, 'COMPLETED');
    return this.view(payment);
  }

  cancel(id: string): SquarePayment {
    const payment = this.find('cancel', id);
    if (payment.status !== 'APPROVED') throw refusal('cancel', [invalid('BAD_REQUEST')]);
    this.setStatus(payment, 'CANCELED');
    return this.view(payment);
  }

  /** Does nothing if no payment has this key; a create with it may still arrive. */
  cancelByKey(key: string): void {
    this.expire();
    const payment = this.payments.find(({ idempotencyKey }) => idempotencyKey === key);
    if (!payment) this.cancelledKeys.add(key);
    else if (payment.status === 'APPROVED') this.setStatus(payment, 'CANCELED');
    else if (this.habits.refusesCancelOfEnded) throw refusal('cancel-by-key', [invalid('BAD_REQUEST')]);
  }

  get(id: string): SquarePayment {
    return this.view(this.find('get', id));
  }

  /** Lists payments. `lagMs` returns the age of each entry, milliseconds. */
  list(from: number, to: number, lagMs: () => number): SquarePayment[] {
    this.expire();
    return this.payments.flatMap((payment) => {
      if (payment.createdAt < from || payment.createdAt > to) return [];
      const readAt = this.now() - lagMs();
      const entry = payment.history.findLast(({ at }) => at <= readAt);
      return entry ? [{ ...this.view(payment), status: entry.status }] : [];
    });
  }

  /** Voids the authorisations that were not captured in time. */
  expire(): void {
    for (const payment of this.payments)
      if (payment.status === 'APPROVED' && payment.delayedUntil <= this.now()) {
        this.onRareEvent('Square voids an expired authorisation');
        this.setStatus(payment, 'CANCELED');
      }
  }

  private repeatCreate(payment: LedgerPayment, request: SentRequest): SquarePayment {
    this.expire();
    if (JSON.stringify(payment.request) !== JSON.stringify(request)) throw refusal('create', [KEY_REUSED]);
    if (payment.status === 'FAILED')
      throw this.habits.repeatsDecline ? this.decline(payment) : refusal('create', [KEY_REUSED]);
    return this.habits.repeatsFirstReply ? { ...this.view(payment), status: 'APPROVED' } : this.view(payment);
  }

  private addPayment(attemptId: string, key: string, request: SentRequest, status: SquareStatus): LedgerPayment {
    const createdAt = this.now();
    const minutes = Number(DURATION.exec(request.delayDuration)?.[1]);
    const payment: LedgerPayment = {
      id: `square-${this.payments.length + 1}-${attemptId.slice(0, 8)}`,
      idempotencyKey: key,
      attemptId,
      request,
      status,
      createdAt,
      delayedUntil: createdAt + minutes * 60_000,
      history: [{ at: createdAt, status }],
    };
    this.payments.push(payment);
    return payment;
  }

  private setStatus(payment: LedgerPayment, status: SquareStatus): void {
    payment.status = status;
    payment.history.push({ at: this.now(), status });
    this.onChange(payment, 'payment.updated');
  }

  private find(operation: string, id: string): LedgerPayment {
    this.expire();
    const payment = this.payments.find((candidate) => candidate.id === id);
    if (!payment) throw new SquareFailure(operation, 404, [invalid('NOT_FOUND')]);
    return payment;
  }

  private view({ id, attemptId, request, status, createdAt }: LedgerPayment): SquarePayment {
    const refundIds = this.refunds.of(id).map((refund) => refund.id);
    return {
      id,
      status,
      amountCents: request.amountCents,
      currency: 'USD',
      referenceId: attemptId,
      createdAt: new Date(createdAt),
      hasRefund: refundIds.length > 0,
      refundIds,
    };
  }

  private decline(payment: LedgerPayment): SquareFailure {
    const reasons = [{ category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' }];
    return new SquareFailure('create', 400, reasons, this.habits.keepsFailed ? payment.id : undefined);
  }
}
