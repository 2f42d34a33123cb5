import type { PaymentsConfig } from '@geodes/payments/dist/config.js';
import type { SquarePayment, SquareRefund } from '@geodes/payments/dist/square/square-payment.js';
import { type PartialRefund, SquarePayments } from '@geodes/payments/dist/square/square-payments.js';
import type { Clock, Logger } from '@geodes/kit';
import type { Names } from '../simulation/run-context.js';
import type { ProcessRun } from '../simulation/scheduler.js';
import type { Ledger, SentRequest } from './ledger.js';
import type { Square } from './square.js';

const READ_TIMEOUT_MS = 5_000;
const PAGE = 100;

/** The payments service's Square client, on the fake Square instead of the SDK. */
export class ScriptedSquare extends SquarePayments {
  constructor(
    private readonly run: ProcessRun,
    private readonly square: Square,
    private readonly names: Names,
    config: PaymentsConfig,
    logger: Logger,
    clock: Clock,
  ) {
    super(config, logger, clock);
  }

  override create(attemptId: string, request: SentRequest, timeoutMs: number): Promise<SquarePayment> {
    const sent = JSON.parse(JSON.stringify(request)) as SentRequest;
    return this.send('create', attemptId, timeoutMs, (ledger) => ledger.create(attemptId, sent));
  }

  override complete(paymentId: string, timeoutMs: number): Promise<SquarePayment> {
    return this.send('complete', paymentId, timeoutMs, (ledger) => ledger.complete(paymentId));
  }

  override cancel(paymentId: string, timeoutMs: number): Promise<SquarePayment> {
    return this.send('cancel', paymentId, timeoutMs, (ledger) => ledger.cancel(paymentId));
  }

  override cancelByAttempt(attemptId: string, timeoutMs: number): Promise<void> {
    return this.send('cancel by key', attemptId, timeoutMs, (ledger) => ledger.cancelByKey(attemptId));
  }

  override get(paymentId: string, timeoutMs = READ_TIMEOUT_MS): Promise<SquarePayment> {
    return this.send('get', paymentId, timeoutMs, (ledger) => ledger.get(paymentId));
  }

  override list(
    span: { from: Date; to?: Date; cursor?: string | undefined },
    timeoutMs = READ_TIMEOUT_MS,
  ): Promise<{ payments: SquarePayment[]; cursor: string | undefined }> {
    const start = Number(span.cursor ?? 0);
    return this.send('list', '', timeoutMs, (ledger) => {
      const to = span.to?.getTime() ?? Number.MAX_SAFE_INTEGER;
      const all = ledger.list(span.from.getTime(), to, () => this.square.lagMs());
      const next = start + PAGE;
      return { payments: all.slice(start, next), cursor: next < all.length ? String(next) : undefined };
    });
  }

  override refundPart(refund: PartialRefund, timeoutMs: number): Promise<SquareRefund> {
    return this.send('refund', refund.squarePaymentId, timeoutMs, ({ refunds }) => refunds.create(refund));
  }

  override getRefund(refundId: string, timeoutMs = READ_TIMEOUT_MS): Promise<SquareRefund> {
    return this.send('get refund', refundId, timeoutMs, ({ refunds }) => refunds.get(refundId));
  }

  override listRefunds(
    span: { from: Date; cursor?: string | undefined },
    timeoutMs = READ_TIMEOUT_MS,
  ): Promise<{ refunds: SquareRefund[]; cursor: string | undefined }> {
    return this.send('list refunds', '', timeoutMs, ({ refunds }) => ({
      refunds: refunds.list(span.from.getTime(), () => this.square.lagMs()),
      cursor: undefined,
    }));
  }

  protected send<T>(operation: string, id: string, timeoutMs: number, work: (ledger: Ledger) => T): Promise<T> {
    return this.square.request(this.run, operation, id ? this.names.of(id) : '', timeoutMs, work);
  }
}
