import { SquareFailure, type SquareReason } from '@geodes/payments/dist/square/square-failure.js';
import type {
  CreateRequest,
  SquarePayment,
  SquareRefund,
  SquareStatus,
} from '@geodes/payments/dist/square/square-payment.js';

export type SentRequest = CreateRequest & { sourceId: string };

export interface LedgerPayment {
  id: string;
  idempotencyKey: string;
  /** The marker, `reference_id`. */
  attemptId: string;
  request: SentRequest;
  status: SquareStatus;
  createdAt: number;
  delayedUntil: number;
  /** What it was since when, oldest first; the list may show an older one. */
  history: { at: number; status: SquareStatus }[];
  refund: SquareRefund | undefined;
}

/** What Square does not document, and the shop must therefore not depend on: decided anew for each interleaving. */
export interface SquareHabits {
  /** A repeated create answers with the payment as it was made, or as it is now. */
  repeatsFirstReply: boolean;
  /** A repeated create after a decline answers the decline again, or that the key was used. */
  repeatsDecline: boolean;
  /** Cancel by key of a payment that is no longer authorised is an error. */
  refusesCancelOfEnded: boolean;
  /** A declined create leaves a FAILED payment. */
  keepsFailed: boolean;
}

export type LedgerChange = (payment: LedgerPayment, kind: 'payment.created' | 'payment.updated') => void;

const DURATION = /^PT(\d+)M$/;

/**
 * Square's books as documented (docs/decisions/0005-payments-and-square.md says where the facts come from). Every method is one request,
 * carried out at once; what may happen to it on its way is none of its business.
 */
export class Ledger {
  readonly payments: LedgerPayment[] = [];
  private readonly usedTokens = new Map<string, string>();
  private readonly cancelledKeys = new Set<string>();

  constructor(
    private readonly now: () => number,
    private readonly habits: SquareHabits,
    private readonly changed: LedgerChange,
    /** Told of what seldom happens. */
    private readonly tell: (what: string) => void,
  ) {}

  create(attemptId: string, request: SentRequest, key = attemptId): SquarePayment {
    const known = this.payments.find(({ idempotencyKey }) => idempotencyKey === key);
    if (known) return this.repeated(known, request);
    const usedBy = this.usedTokens.get(request.sourceId);
    if (usedBy && usedBy !== key) throw refused('create', [invalid('CARD_TOKEN_USED')]);
    this.usedTokens.set(request.sourceId, key);
    const declined = request.sourceId.includes('declined');
    if (!declined && this.cancelledKeys.has(key)) this.tell('an authorisation lands after its cancel');
    const payment = this.make(attemptId, key, request, declined ? 'FAILED' : 'APPROVED');
    if (declined && !this.habits.keepsFailed) this.payments.pop();
    else this.changed(payment, 'payment.created');
    if (declined) throw this.decline(payment);
    return view(payment);
  }

  complete(id: string): SquarePayment {
    const payment = this.find('complete', id);
    if (payment.status !== 'APPROVED') throw refused('complete', [invalid('BAD_REQUEST')]);
    this.become(payment, 'COMPLETED');
    return view(payment);
  }

  cancel(id: string): SquarePayment {
    const payment = this.find('cancel', id);
    if (payment.status !== 'APPROVED') throw refused('cancel', [invalid('BAD_REQUEST')]);
    this.become(payment, 'CANCELED');
    return view(payment);
  }

  /** No such payment: nothing is done, and a create with this key may still be sent. */
  cancelByKey(key: string): void {
    this.expire();
    const payment = this.payments.find(({ idempotencyKey }) => idempotencyKey === key);
    if (!payment) this.cancelledKeys.add(key);
    else if (payment.status === 'APPROVED') this.become(payment, 'CANCELED');
    else if (this.habits.refusesCancelOfEnded) throw refused('cancel-by-key', [invalid('BAD_REQUEST')]);
  }

  get(id: string): SquarePayment {
    return view(this.find('get', id));
  }

  /** `lagMs` says for each payment how old the list's word about it is. */
  list(from: number, to: number, lagMs: () => number): SquarePayment[] {
    this.expire();
    return this.payments.flatMap((payment) => {
      if (payment.createdAt < from || payment.createdAt > to) return [];
      const seen = this.now() - lagMs();
      const then = payment.history.findLast(({ at }) => at <= seen);
      return then ? [{ ...view(payment), status: then.status }] : [];
    });
  }

  refund({ id, amountCents }: SquarePayment): SquareRefund {
    const payment = this.find('refund', id);
    if (payment.status !== 'COMPLETED') throw refused('refund', [invalid('REFUND_ERROR_PAYMENT_NEEDS_COMPLETION')]);
    const at = new Date(this.now());
    payment.refund ??= {
      id: `${id}_refund`,
      squarePaymentId: id,
      amountCents,
      status: 'COMPLETED',
      ...{ createdAt: at },
      updatedAt: at,
    };
    return { ...payment.refund };
  }

  getRefund(id: string): SquareRefund {
    const refund = this.payments.find((payment) => payment.refund?.id === id)?.refund;
    if (!refund) throw refused('get-refund', [invalid('NOT_FOUND')]);
    return { ...refund };
  }

  listRefunds(from: number): SquareRefund[] {
    return this.payments.flatMap(({ refund }) => (refund && refund.updatedAt.getTime() >= from ? { ...refund } : []));
  }

  /** Square voids by itself what nobody captured in time. */
  expire(): void {
    for (const payment of this.payments)
      if (payment.status === 'APPROVED' && payment.delayedUntil <= this.now()) {
        this.tell('Square voids by itself what nobody captured in time');
        this.become(payment, 'CANCELED');
      }
  }

  private repeated(payment: LedgerPayment, request: SentRequest): SquarePayment {
    this.expire();
    if (JSON.stringify(payment.request) !== JSON.stringify(request)) throw refused('create', [KEY_REUSED]);
    if (payment.status === 'FAILED')
      throw this.habits.repeatsDecline ? this.decline(payment) : refused('create', [KEY_REUSED]);
    return this.habits.repeatsFirstReply ? { ...view(payment), status: 'APPROVED' } : view(payment);
  }

  private make(attemptId: string, key: string, request: SentRequest, status: SquareStatus): LedgerPayment {
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
      refund: undefined,
    };
    this.payments.push(payment);
    return payment;
  }

  private become(payment: LedgerPayment, status: SquareStatus): void {
    payment.status = status;
    payment.history.push({ at: this.now(), status });
    this.changed(payment, 'payment.updated');
  }

  private find(operation: string, id: string): LedgerPayment {
    this.expire();
    const payment = this.payments.find((candidate) => candidate.id === id);
    if (!payment) throw new SquareFailure(operation, 404, [invalid('NOT_FOUND')]);
    return payment;
  }

  private decline(payment: LedgerPayment): SquareFailure {
    const reasons = [{ category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' }];
    return new SquareFailure('create', 400, reasons, this.habits.keepsFailed ? payment.id : undefined);
  }
}

const invalid = (code: string): SquareReason => ({ category: 'INVALID_REQUEST_ERROR', code });
const KEY_REUSED = { ...invalid('IDEMPOTENCY_KEY_REUSED'), field: 'idempotency_key' };

const refused = (operation: string, reasons: SquareReason[]): SquareFailure =>
  new SquareFailure(operation, reasons.some(({ code }) => code === 'NOT_FOUND') ? 404 : 400, reasons);

const view = ({ id, attemptId, request, status, createdAt, refund }: LedgerPayment): SquarePayment => ({
  id,
  status,
  amountCents: request.amountCents,
  currency: 'USD',
  referenceId: attemptId,
  createdAt: new Date(createdAt),
  hasRefund: refund !== undefined,
  refundIds: refund ? [refund.id] : [],
});
