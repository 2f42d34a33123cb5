import { Inject, Injectable } from '@nestjs/common';
import type { CaptureOutcome } from '@geodes/contracts';
import { CLOCK, type Clock, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { Differences } from '../differences/differences.js';
import { paymentOutcomes } from '../metrics.js';
import { accountFault } from '../square/create-outcome.js';
import { Deadline } from '../square/retry.js';
import { asSquareFailure, type SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { PaymentStore } from './payment-store.js';
import { VoidPayment } from './void-payment.js';

const TIMEOUT_MS = 10_000;
const COMPLETE_TIMEOUT_MS = 8_000;
const READ_TIMEOUT_MS = 3_000;
const MIN_LEFT_MS = 1_500;
const MAX_TRIES = 2;

/** Captures an authorised payment, or finds that the authorisation is gone. */
@Injectable()
export class Capture {
  private readonly flights = new SingleFlight<CaptureOutcome>();

  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly voidPayment: VoidPayment,
    private readonly differences: Differences,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(attemptId: string): Promise<CaptureOutcome> {
    return this.flights.run(attemptId, () => this.capture(attemptId));
  }

  private async capture(id: string): Promise<CaptureOutcome> {
    const deadline = new Deadline(TIMEOUT_MS, this.clock);
    const moved = await this.store.move(id, ['authorised'], 'capturing');
    if (moved) return this.complete(id, moved.squarePaymentId, deadline);
    if (await this.store.recordTombstone(id)) return { outcome: 'gone' };
    const payment = await this.store.get(id);
    switch (payment.state) {
      case 'capturing':
        return this.complete(id, payment.squarePaymentId, deadline);
      case 'captured':
        return payment.squarePaymentId ? { outcome: 'captured', squarePaymentId: payment.squarePaymentId } : unknown;
      case 'voided':
      case 'declined':
      case 'refused':
      case 'refunded':
      case 'owed':
        return { outcome: 'gone' };
      case 'voiding':
        return this.finishVoid(id);
      default:
        return unknown;
    }
  }

  private async complete(id: string, squarePaymentId: string | null, deadline: Deadline): Promise<CaptureOutcome> {
    if (!squarePaymentId) return unknown;
    const outcome = await deadline.retry(MAX_TRIES, MIN_LEFT_MS, async () => {
      const payment = await this.completeOrRead(id, squarePaymentId, deadline);
      return payment && this.store.recordCaptureResult(id, payment);
    });
    if (!outcome) paymentOutcomes.inc({ outcome: 'unknown' });
    return outcome ?? unknown;
  }

  /** Reads the payment after any error: Square does not document the errors for a payment in another state. */
  private async completeOrRead(
    id: string,
    squarePaymentId: string,
    deadline: Deadline,
  ): Promise<SquarePayment | undefined> {
    try {
      return await this.square.complete(squarePaymentId, deadline.atMost(COMPLETE_TIMEOUT_MS));
    } catch (error) {
      const failure = this.logFailure(id, error);
      const fault = accountFault(failure);
      if (fault) await this.differences.reportAccountFault(id, fault.code, failure);
    }
    try {
      return await this.square.get(squarePaymentId, deadline.atMost(READ_TIMEOUT_MS));
    } catch (error) {
      this.logFailure(id, error);
      return undefined;
    }
  }

  private async finishVoid(id: string): Promise<CaptureOutcome> {
    const outcome = await this.voidPayment.execute(id);
    return outcome.outcome === 'captured' || outcome.outcome === 'unknown' ? outcome : { outcome: 'gone' };
  }

  private logFailure(attemptId: string, error: unknown): SquareFailure {
    const failure = asSquareFailure(error);
    this.logger.warn({ attemptId, ...failure.summary }, 'capture outcome unknown');
    return failure;
  }
}

const unknown = { outcome: 'unknown' } as const;
