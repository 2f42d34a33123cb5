import { Inject, Injectable } from '@nestjs/common';
import type { VoidOutcome } from '@geodes/contracts';
import { CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { paymentOutcomes } from '../metrics.js';
import { backoffMs } from '../square/backoff.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { Deadline } from '../square/deadline.js';
import { CaptureResolver } from './resolve-capture.js';
import { RefundPayment } from './refund-payment.js';
import type { Payment } from './payment.entity.js';
import { PaymentStore } from './payment-store.js';
import { SingleFlight } from './single-flight.js';

const TIMEOUT_MS = 10_000;
const REFUND_TIMEOUT_MS = 5_000;
const CANCEL_TIMEOUT_MS = 4_000;
const READ_TIMEOUT_MS = 3_000;
/** A quick failure is tried again while at least this much time is left. */
const RETRY_WITHIN_MS = 4_000;
const TRIES = 3;

/** No create follows later than 10 minutes after the first; the rest is for clocks that differ. */
const BEFORE_START_MS = 60_000;
const AFTER_START_MS = 12 * 60_000;
const PAGES = 50;

/** Makes sure that nothing is and nothing will be charged for an attempt, whatever has become of it. */
@Injectable()
export class VoidPayment {
  private readonly flights = new SingleFlight<VoidOutcome>();

  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(CaptureResolver) private readonly check: CaptureResolver,
    @Inject(RefundPayment) private readonly giveBack: RefundPayment,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(attemptId: string): Promise<VoidOutcome> {
    return this.flights.run(attemptId, () => this.void(attemptId));
  }

  private async void(id: string): Promise<VoidOutcome> {
    const limit = new Deadline(TIMEOUT_MS, this.clock);
    // The row is written before Square is first asked: without one nothing was sent, and now nothing ever will be.
    if (await this.store.recordTombstone(id)) return { outcome: 'voided' };
    await this.store.move(id, ['authorising', 'authorised'], 'voiding');
    for (let tries = 1; ; tries += 1) {
      const payment = await this.store.get(id);
      const outcome = await this.settle(payment, limit);
      if (outcome.outcome !== 'unknown') return outcome;
      const pauseMs = backoffMs(tries);
      if (tries === TRIES || limit.left - pauseMs < RETRY_WITHIN_MS) break;
      await this.clock.sleep(pauseMs);
    }
    paymentOutcomes.inc({ outcome: 'unknown' });
    return { outcome: 'unknown' };
  }

  private async settle(payment: Payment, limit: Deadline): Promise<VoidOutcome> {
    switch (payment.state) {
      case 'voided':
      case 'declined':
      case 'refused':
        return { outcome: 'voided' };
      case 'refunded':
      case 'owed':
        return { outcome: payment.state };
      case 'captured':
        return payment.squarePaymentId ? { outcome: 'captured', squarePaymentId: payment.squarePaymentId } : unknown;
      case 'capturing':
        return this.ask(payment, () => this.afterCapture(payment, limit));
      case 'voiding':
        return this.ask(payment, () => this.undo(payment, limit));
      default:
        return unknown;
    }
  }

  /** A capture that has begun is not interrupted; where Square knows its end, so do we. */
  private async afterCapture({ id, squarePaymentId }: Payment, limit: Deadline): Promise<VoidOutcome> {
    if (!squarePaymentId) return unknown;
    const outcome = await this.check.conclude(
      id,
      await this.square.get(squarePaymentId, limit.atMost(READ_TIMEOUT_MS)),
    );
    return outcome.outcome === 'gone' ? { outcome: 'voided' } : outcome;
  }

  private async undo(payment: Payment, limit: Deadline): Promise<VoidOutcome> {
    const isUndone = payment.squarePaymentId
      ? await this.cancel(payment, payment.squarePaymentId, limit)
      : await this.cancelUnknown(payment, limit);
    if (!isUndone) return unknown;
    await this.store.move(payment.id, ['voiding'], 'voided');
    const { state } = await this.store.get(payment.id);
    return { outcome: state === 'refunded' || state === 'owed' ? state : 'voided' };
  }

  /**
   * True once nothing of the payment stands, or Square has decided about its refund. No capture of ours ever follows a
   * void: what Square has captured nevertheless the owner captured there, and it goes back.
   */
  private async cancel(ours: Payment, squarePaymentId: string, limit: Deadline): Promise<boolean> {
    const theirs = await this.cancelOrRead(squarePaymentId, limit);
    if (theirs === 'not found' || theirs.status === 'CANCELED' || theirs.status === 'FAILED') return true;
    if (theirs.status !== 'COMPLETED') return false;
    await this.giveBack.refund(theirs, ours, ['voiding'], limit.atMost(REFUND_TIMEOUT_MS));
    return true;
  }

  /** Which error Square answers in a wrong state is not documented, so the payment itself is asked after any error. */
  private async cancelOrRead(squarePaymentId: string, limit: Deadline): Promise<SquarePayment | 'not found'> {
    try {
      return await this.square.cancel(squarePaymentId, limit.atMost(CANCEL_TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
    }
    try {
      return await this.square.get(squarePaymentId, limit.atMost(READ_TIMEOUT_MS));
    } catch (error) {
      // Without a capture, which this state rules out, an authorisation takes no money and ends by itself.
      if (error instanceof SquareFailure && error.notFound) return 'not found';
      throw error;
    }
  }

  /**
   * Nobody knows whether the create arrived. Cancelling by key answers the same either way, so the list is asked too;
   * what arrives even later is found by reconciliation. Where Square refuses to cancel by key, as it may for a payment
   * that has ended, only a payment that the list shows is an answer.
   */
  private async cancelUnknown(payment: Payment, limit: Deadline): Promise<boolean> {
    const refusal = await this.refusalToCancel(payment.id, limit);
    const recorded = await this.lookUp(payment, limit);
    if (refusal && recorded.length === 0) throw refusal;
    const live = recorded.filter(({ status }) => status !== 'CANCELED' && status !== 'FAILED');
    const learnt = live[0] ?? recorded[0];
    if (learnt) await this.store.learnSquareId(payment.id, learnt.id);
    let isUndone = true;
    for (const { id } of live) isUndone = (await this.cancel(payment, id, limit)) && isUndone;
    return isUndone;
  }

  private async refusalToCancel(id: string, limit: Deadline): Promise<SquareFailure | undefined> {
    try {
      await this.square.cancelByAttempt(id, limit.atMost(CANCEL_TIMEOUT_MS));
      return undefined;
    } catch (error) {
      if (error instanceof SquareFailure && error.refused) return error;
      throw error;
    }
  }

  /** What Square has recorded with the attempt's marker. Throws where the list cannot be read to its end in time. */
  private async lookUp({ id, authoriseStartedAt, createdAt }: Payment, limit: Deadline): Promise<SquarePayment[]> {
    const start = (authoriseStartedAt ?? createdAt).getTime();
    const end = start + AFTER_START_MS;
    const span = { from: new Date(start - BEFORE_START_MS), ...(end < this.clock.wall() ? { to: new Date(end) } : {}) };
    const found: SquarePayment[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= PAGES; page += 1) {
      const list = await this.square.list({ ...span, cursor }, limit.atMost(READ_TIMEOUT_MS));
      found.push(...list.payments.filter(({ referenceId }) => referenceId === id));
      if (!list.cursor) return found;
      cursor = list.cursor;
    }
    throw new SquareFailure('list', undefined, [{ category: 'NO_ANSWER', code: 'TOO_MANY_PAGES' }]);
  }

  private async ask(payment: Payment, work: () => Promise<VoidOutcome>): Promise<VoidOutcome> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      const { operation, status, reasons } = error;
      this.logger.warn({ attemptId: payment.id, operation, status, reasons }, 'void without a clear answer');
      return unknown;
    }
  }
}

const unknown = { outcome: 'unknown' } as const;
