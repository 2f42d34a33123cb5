import { Inject, Injectable } from '@nestjs/common';
import type { CaptureOutcome } from '@geodes/contracts';
import { CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { paymentOutcomes } from '../metrics.js';
import { AccountFaults } from '../reconciliation/account-faults.js';
import { backoffMs } from '../square/backoff.js';
import { isOfAccount } from '../square/create-outcome.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { Deadline } from '../square/deadline.js';
import { CaptureResolver } from './resolve-capture.js';
import { PaymentStore } from './payment-store.js';
import { SingleFlight } from './single-flight.js';
import { VoidPayment } from './void.js';

const TIMEOUT_MS = 10_000;
const COMPLETE_TIMEOUT_MS = 8_000;
const READ_TIMEOUT_MS = 3_000;
const RETRY_WITHIN_MS = 1_500;
const TRIES = 2;

/** Takes the money that was authorised, or says that the authorisation is gone. */
@Injectable()
export class Capture {
  private readonly flights = new SingleFlight<CaptureOutcome>();

  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(CaptureResolver) private readonly check: CaptureResolver,
    @Inject(VoidPayment) private readonly voidPayment: VoidPayment,
    @Inject(AccountFaults) private readonly account: AccountFaults,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(attemptId: string): Promise<CaptureOutcome> {
    return this.flights.run(attemptId, () => this.capture(attemptId));
  }

  private async capture(id: string): Promise<CaptureOutcome> {
    const limit = new Deadline(TIMEOUT_MS, this.clock);
    const moved = await this.store.move(id, ['authorised'], 'capturing');
    if (moved) return this.complete(id, moved.squarePaymentId, limit);
    if (await this.store.recordTombstone(id)) return { outcome: 'gone' };
    const payment = await this.store.get(id);
    switch (payment.state) {
      case 'capturing':
        return this.complete(id, payment.squarePaymentId, limit);
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

  private async complete(id: string, squarePaymentId: string | null, limit: Deadline): Promise<CaptureOutcome> {
    if (!squarePaymentId) return unknown;
    for (let tries = 1; ; tries += 1) {
      const payment = await this.completeOrRead(id, squarePaymentId, limit);
      const outcome = payment ? await this.check.conclude(id, payment) : unknown;
      if (outcome.outcome !== 'unknown') return outcome;
      const pauseMs = backoffMs(tries);
      if (tries === TRIES || limit.left - pauseMs < RETRY_WITHIN_MS) break;
      await this.clock.sleep(pauseMs);
    }
    paymentOutcomes.inc({ outcome: 'unknown' });
    return unknown;
  }

  /** Which error Square answers in a wrong state is not documented, so the payment itself is asked after any error. */
  private async completeOrRead(
    id: string,
    squarePaymentId: string,
    limit: Deadline,
  ): Promise<SquarePayment | undefined> {
    try {
      return await this.square.complete(squarePaymentId, limit.atMost(COMPLETE_TIMEOUT_MS));
    } catch (error) {
      this.note(id, error);
      const fault = error.refused ? error.reasons.find(isOfAccount) : undefined;
      if (fault) await this.account.report(id, fault.code, error);
    }
    try {
      return await this.square.get(squarePaymentId, limit.atMost(READ_TIMEOUT_MS));
    } catch (error) {
      this.note(id, error);
      return undefined;
    }
  }

  private async finishVoid(id: string): Promise<CaptureOutcome> {
    const outcome = await this.voidPayment.execute(id);
    return outcome.outcome === 'captured' || outcome.outcome === 'unknown' ? outcome : { outcome: 'gone' };
  }

  private note(attemptId: string, error: unknown): asserts error is SquareFailure {
    if (!(error instanceof SquareFailure)) throw error;
    const { operation, status, reasons } = error;
    this.logger.warn({ attemptId, operation, status, reasons }, 'capture without a clear answer');
  }
}

const unknown = { outcome: 'unknown' } as const;
