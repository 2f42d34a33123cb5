import type { PaymentsConfig } from '@geodes/payments/dist/config.js';
import type { SquarePayment, SquareRefund } from '@geodes/payments/dist/square/square-payment.js';
import { SquarePayments } from '@geodes/payments/dist/square/square-payments.js';
import type { Clock, Logger } from '@geodes/kit';
import type { ProcessRun } from '../schedule/process-run.js';
import type { Names } from '../schedule/names.js';
import type { Ledger, SentRequest } from './ledger.js';
import type { Square } from './square.js';

const READ_TIMEOUT_MS = 5_000;
const PAGE = 100;

/** The service's client of Square, with the scripted Square behind it instead of the SDK. */
export class ScriptedSquare extends SquarePayments {
  constructor(
    private readonly life: ProcessRun,
    private readonly square: Square,
    private readonly names: Names,
    config: PaymentsConfig,
    logger: Logger,
    clock: Clock,
  ) {
    super(config, logger, clock);
  }

  override create(attemptId: string, request: SentRequest, limitMs: number): Promise<SquarePayment> {
    const sent = JSON.parse(JSON.stringify(request)) as SentRequest;
    return this.ask('create', attemptId, limitMs, (ledger) => ledger.create(attemptId, sent));
  }

  override complete(paymentId: string, limitMs: number): Promise<SquarePayment> {
    return this.ask('complete', paymentId, limitMs, (ledger) => ledger.complete(paymentId));
  }

  override cancel(paymentId: string, limitMs: number): Promise<SquarePayment> {
    return this.ask('cancel', paymentId, limitMs, (ledger) => ledger.cancel(paymentId));
  }

  override cancelByAttempt(attemptId: string, limitMs: number): Promise<void> {
    return this.ask('cancel by key', attemptId, limitMs, (ledger) => ledger.cancelByKey(attemptId));
  }

  override get(paymentId: string, limitMs = READ_TIMEOUT_MS): Promise<SquarePayment> {
    return this.ask('get', paymentId, limitMs, (ledger) => ledger.get(paymentId));
  }

  override list(
    span: { from: Date; to?: Date; cursor?: string | undefined },
    limitMs = READ_TIMEOUT_MS,
  ): Promise<{ payments: SquarePayment[]; cursor: string | undefined }> {
    const start = Number(span.cursor ?? 0);
    return this.ask('list', '', limitMs, (ledger) => {
      const to = span.to?.getTime() ?? Number.MAX_SAFE_INTEGER;
      const all = ledger.list(span.from.getTime(), to, () => this.square.lagMs());
      const next = start + PAGE;
      return { payments: all.slice(start, next), cursor: next < all.length ? String(next) : undefined };
    });
  }

  override refund(payment: SquarePayment, _reason: string, limitMs: number): Promise<SquareRefund> {
    return this.ask('refund', payment.id, limitMs, (ledger) => ledger.refund(payment));
  }

  override getRefund(refundId: string, limitMs = READ_TIMEOUT_MS): Promise<SquareRefund> {
    return this.ask('get refund', refundId, limitMs, (ledger) => ledger.getRefund(refundId));
  }

  override listRefunds(
    span: { from: Date; cursor?: string | undefined },
    limitMs = READ_TIMEOUT_MS,
  ): Promise<{ refunds: SquareRefund[]; cursor: string | undefined }> {
    return this.ask('list refunds', '', limitMs, (ledger) => ({
      refunds: ledger.listRefunds(span.from.getTime()),
      cursor: undefined,
    }));
  }

  protected ask<T>(operation: string, id: string, limitMs: number, work: (ledger: Ledger) => T): Promise<T> {
    return this.square.ask(this.life, operation, id ? this.names.of(id) : '', limitMs, work);
  }
}
