import { Inject, Injectable } from '@nestjs/common';
import type { VoidOutcome } from '@geodes/contracts';
import { CLOCK, type Clock, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { paymentOutcomes } from '../metrics.js';
import { Deadline } from '../square/retry.js';
import { asSquareFailure, SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { PaymentStore } from './payment-store.js';
import type { Payment } from './payment.entity.js';
import { REFUND_TIMEOUT_MS, RefundPayment } from './refund-payment.js';

const TIMEOUT_MS = 10_000;
const CANCEL_TIMEOUT_MS = 4_000;
const READ_TIMEOUT_MS = 3_000;
/** A quick failure is retried while at least this much time is left. */
const MIN_LEFT_MS = 4_000;
const MAX_TRIES = 3;

/** No create is sent later than 10 minutes after the first. The rest allows for clock skew. */
const BEFORE_START_MS = 60_000;
const AFTER_START_MS = 12 * 60_000;
const MAX_PAGES = 50;

/** Voids an attempt: nothing is charged for it, or ever will be. Does not undo a capture that the shop asked for. */
@Injectable()
export class VoidPayment {
  private readonly flights = new SingleFlight<VoidOutcome>();

  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly refundPayment: RefundPayment,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(attemptId: string): Promise<VoidOutcome> {
    return this.flights.run(attemptId, () => this.void(attemptId));
  }

  private async void(id: string): Promise<VoidOutcome> {
    const deadline = new Deadline(TIMEOUT_MS, this.clock);
    // The row is written before the first create. Without a row nothing was sent, and the tombstone prevents it for good.
    if (await this.store.recordTombstone(id)) return { outcome: 'voided' };
    await this.store.move(id, ['authorising', 'authorised'], 'voiding');
    const outcome = await deadline.retry(MAX_TRIES, MIN_LEFT_MS, async () =>
      this.settle(await this.store.get(id), deadline),
    );
    if (!outcome) paymentOutcomes.inc({ outcome: 'unknown' });
    return outcome ?? { outcome: 'unknown' };
  }

  /** Returns undefined if the outcome is unknown and a retry may resolve it. */
  private async settle(payment: Payment, deadline: Deadline): Promise<VoidOutcome | undefined> {
    switch (payment.state) {
      case 'voided':
      case 'declined':
      case 'refused':
        return { outcome: 'voided' };
      case 'refunded':
      case 'owed':
        return { outcome: payment.state };
      case 'captured':
        return payment.squarePaymentId ? { outcome: 'captured', squarePaymentId: payment.squarePaymentId } : undefined;
      case 'capturing':
        return this.orUnknown(payment, () => this.resolveCapture(payment, deadline));
      case 'voiding':
        return this.orUnknown(payment, () => this.undo(payment, deadline));
      default:
        return undefined;
    }
  }

  /** Does not interrupt a capture that has begun: reads its result from Square. */
  private async resolveCapture({ id, squarePaymentId }: Payment, deadline: Deadline): Promise<VoidOutcome | undefined> {
    if (!squarePaymentId) return undefined;
    const squarePayment = await this.square.get(squarePaymentId, deadline.atMost(READ_TIMEOUT_MS));
    const outcome = await this.store.recordCaptureResult(id, squarePayment);
    return outcome?.outcome === 'gone' ? { outcome: 'voided' } : outcome;
  }

  private async undo(payment: Payment, deadline: Deadline): Promise<VoidOutcome | undefined> {
    const isUndone = payment.squarePaymentId
      ? await this.cancel(payment, payment.squarePaymentId, deadline)
      : await this.cancelUnknown(payment, deadline);
    if (!isUndone) return undefined;
    await this.store.move(payment.id, ['voiding'], 'voided');
    const { state } = await this.store.get(payment.id);
    return { outcome: state === 'refunded' || state === 'owed' ? state : 'voided' };
  }

  /**
   * Returns true once the payment is cancelled, or Square has accepted or refused its refund. The shop never captures after
   * a void: a payment captured nevertheless was captured by the owner in Square, and is refunded.
   */
  private async cancel(payment: Payment, squarePaymentId: string, deadline: Deadline): Promise<boolean> {
    const squarePayment = await this.cancelOrRead(squarePaymentId, deadline);
    if (squarePayment === 'not found' || squarePayment.status === 'CANCELED' || squarePayment.status === 'FAILED')
      return true;
    if (squarePayment.status !== 'COMPLETED') return false;
    await this.refundPayment.refund(squarePayment, payment, ['voiding'], deadline.atMost(REFUND_TIMEOUT_MS));
    return true;
  }

  /** Reads the payment after any error: Square does not document the errors for a payment in another state. */
  private async cancelOrRead(squarePaymentId: string, deadline: Deadline): Promise<SquarePayment | 'not found'> {
    try {
      return await this.square.cancel(squarePaymentId, deadline.atMost(CANCEL_TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
    }
    try {
      return await this.square.get(squarePaymentId, deadline.atMost(READ_TIMEOUT_MS));
    } catch (error) {
      // This state rules out a capture, and an authorisation that is not captured expires by itself.
      if (asSquareFailure(error).notFound) return 'not found';
      throw error;
    }
  }

  /**
   * Cancels a payment whose create may or may not have arrived. Cancelling by key succeeds either way, so the list is read
   * too; reconciliation finds a create that arrives later. Square may refuse to cancel a payment that has ended by key:
   * then only a payment in the list is proof.
   */
  private async cancelUnknown(payment: Payment, deadline: Deadline): Promise<boolean> {
    const refusal = await this.refusalToCancel(payment.id, deadline);
    const listed = await this.listPayments(payment, deadline);
    if (refusal && listed.length === 0) throw refusal;
    const live = listed.filter(({ status }) => status !== 'CANCELED' && status !== 'FAILED');
    const found = live[0] ?? listed[0];
    if (found) await this.store.setSquarePaymentId(payment.id, found.id);
    let isUndone = true;
    for (const { id } of live) isUndone = (await this.cancel(payment, id, deadline)) && isUndone;
    return isUndone;
  }

  private async refusalToCancel(id: string, deadline: Deadline): Promise<SquareFailure | undefined> {
    try {
      await this.square.cancelByAttempt(id, deadline.atMost(CANCEL_TIMEOUT_MS));
      return undefined;
    } catch (error) {
      if (error instanceof SquareFailure && error.refused) return error;
      throw error;
    }
  }

  /** Lists Square's payments of the attempt. Throws if the list cannot be read to its end in time. */
  private async listPayments(
    { id, authoriseStartedAt, createdAt }: Payment,
    deadline: Deadline,
  ): Promise<SquarePayment[]> {
    const start = (authoriseStartedAt ?? createdAt).getTime();
    const end = start + AFTER_START_MS;
    const span = { from: new Date(start - BEFORE_START_MS), to: end < this.clock.wall() ? new Date(end) : undefined };
    const found: SquarePayment[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const list = await this.square.list({ ...span, cursor }, deadline.atMost(READ_TIMEOUT_MS));
      found.push(...list.payments.filter(({ referenceId }) => referenceId === id));
      if (!list.cursor) return found;
      cursor = list.cursor;
    }
    throw new SquareFailure('list', undefined, [{ category: 'NO_ANSWER', code: 'TOO_MANY_PAGES' }]);
  }

  private async orUnknown<T>({ id }: Payment, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn({ attemptId: id, ...asSquareFailure(error).summary }, 'void outcome unknown');
      return undefined;
    }
  }
}
