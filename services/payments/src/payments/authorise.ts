import { Inject, Injectable } from '@nestjs/common';
import type { AuthoriseOutcome, AuthorisePayment } from '@geodes/contracts';
import { CLOCK, type Clock, failpoint, LOGGER, type Logger, SingleFlight } from '@geodes/kit';
import { PaymentsConfig } from '../config.js';
import { Differences } from '../differences/differences.js';
import { paymentOutcomes } from '../metrics.js';
import { classifyFailedCreate } from '../square/create-outcome.js';
import { declineMessage, hasDeclineMessage } from '../square/decline-messages.js';
import { Deadline } from '../square/retry.js';
import { asSquareFailure, type SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { type RecordedRequest, PaymentStore } from './payment-store.js';
import type { Payment } from './payment.entity.js';

const TIMEOUT_MS = 8_000;
/** Callers time out after ten seconds: this comes after TIMEOUT_MS. */
const CANCEL_TIMEOUT_MS = 1_500;
/** A quick failure is retried with the same key and body while at least this much time is left. */
const MIN_LEFT_MS = 3_000;
const MAX_TRIES = 5;

/** Square does not document how long it remembers a key. Within this time a repeat is taken to be safe. */
const REPEATABLE_MS = 10 * 60_000;

/** How long Square holds an authorisation that is neither captured nor voided. */
const DELAY_DURATION = 'PT10M';

/** Authorises a card for an attempt. Idempotent, also after a crash at any point. */
@Injectable()
export class Authorise {
  private readonly flights = new SingleFlight<AuthoriseOutcome>();

  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly differences: Differences,
    private readonly config: PaymentsConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(command: AuthorisePayment): Promise<AuthoriseOutcome> {
    return this.flights.run(command.attemptId, () => this.authorise(command));
  }

  private async authorise(command: AuthorisePayment): Promise<AuthoriseOutcome> {
    const deadline = new Deadline(TIMEOUT_MS, this.clock);
    const id = command.attemptId;
    const request = {
      sourceId: command.paymentToken,
      amountCents: command.amountCents,
      locationId: this.config.SQUARE_LOCATION_ID,
      delayDuration: DELAY_DURATION,
      buyerEmailAddress: command.buyerEmail,
      note: command.note,
    };
    // null for a known attempt: an earlier command or another process may have sent the create
    const recorded = await this.store.recordRequest(id, request, command.orderId);
    const outcome = await deadline.retry(MAX_TRIES, MIN_LEFT_MS, async (tries) => {
      if (recorded && tries === 1) return this.sendCreate(recorded, true, deadline);
      const payment = await this.store.get(id);
      return payment.state === 'authorising' ? this.sendCreate(payment, false, deadline) : toOutcome(payment);
    });
    return outcome ?? this.unknown();
  }

  /**
   * Sends one create; `isFirstTry` if none was sent for this attempt before. Returns undefined if the outcome is unknown
   * and a retry may resolve it.
   */
  private async sendCreate(
    { id, request, authoriseStartedAt }: RecordedRequest,
    isFirstTry: boolean,
    deadline: Deadline,
  ): Promise<AuthoriseOutcome | undefined> {
    const sourceId = request?.sourceId;
    if (!request || !sourceId || !authoriseStartedAt) return this.unknown();
    if (this.clock.wall() - authoriseStartedAt.getTime() > REPEATABLE_MS) return this.unknown();
    try {
      const payment = await this.square.create(id, { ...request, sourceId }, deadline.leftMs);
      return await this.applyReply(id, payment);
    } catch (error) {
      const failure = asSquareFailure(error);
      const failed = classifyFailedCreate(failure);
      if (failed.outcome === 'declined') return this.decline(id, failed.code, failure.squarePaymentId);
      if (failed.outcome === 'refused') return this.refuse(id, failed.code, isFirstTry, failure);
      this.logger.warn({ attemptId: id, ...failure.summary }, 'authorisation outcome unknown');
      return undefined;
    }
  }

  private async applyReply(id: string, payment: SquarePayment): Promise<AuthoriseOutcome | undefined> {
    switch (payment.status) {
      case 'APPROVED':
      case 'COMPLETED':
        return this.accept(id, payment);
      case 'FAILED':
        return this.decline(id, 'GENERIC_DECLINE', payment.id);
      case 'CANCELED':
        await this.store.move(id, ['authorising'], 'voiding', { squarePaymentId: payment.id });
        await this.store.move(id, ['voiding'], 'voided');
        return toOutcome(await this.store.get(id));
      default:
        await this.store.setSquarePaymentId(id, payment.id);
        return undefined;
    }
  }

  /** Records the authorisation. If the attempt was voided or declined meanwhile, voids the late authorisation at once. */
  private async accept(id: string, { id: squarePaymentId }: SquarePayment): Promise<AuthoriseOutcome> {
    if (await this.store.move(id, ['authorising'], 'authorised', { squarePaymentId })) {
      await failpoint('payments.authorised.after');
      return { outcome: 'authorised', squarePaymentId };
    }
    const present = toOutcome(await this.store.get(id));
    if (present.outcome === 'authorised' && present.squarePaymentId === squarePaymentId) return present;
    await this.store.setSquarePaymentId(id, squarePaymentId);
    try {
      await this.square.cancel(squarePaymentId, CANCEL_TIMEOUT_MS);
    } catch (error) {
      this.logger.warn({ attemptId: id, reason: String(error) }, 'late authorisation left to reconciliation');
    }
    return present;
  }

  private async decline(id: string, code: string, squarePaymentId?: string): Promise<AuthoriseOutcome> {
    if (!hasDeclineMessage(code)) this.logger.warn({ attemptId: id, code }, 'decline code without a message');
    await this.store.move(id, ['authorising'], 'declined', {
      declineCode: code,
      declineMessage: declineMessage(code),
      squarePaymentId,
    });
    return toOutcome(await this.store.get(id));
  }

  /** Records the refusal. Unknown after an earlier try: that one may have been carried out. */
  private async refuse(
    id: string,
    declineCode: string,
    isFirstTry: boolean,
    failure: SquareFailure,
  ): Promise<AuthoriseOutcome> {
    await this.differences.reportAccountFault(id, declineCode, failure);
    if (!isFirstTry) return this.unknown();
    const { squarePaymentId } = failure;
    await this.store.move(id, ['authorising'], 'refused', { declineCode, squarePaymentId });
    return toOutcome(await this.store.get(id));
  }

  private unknown(): AuthoriseOutcome {
    paymentOutcomes.inc({ outcome: 'unknown' });
    return { outcome: 'unknown' };
  }
}

/** Maps an attempt's state to the outcome of its authorisation. */
const toOutcome = ({ state, squarePaymentId, declineCode, declineMessage: message }: Payment): AuthoriseOutcome => {
  switch (state) {
    case 'authorised':
    case 'capturing':
    case 'captured':
      return squarePaymentId ? { outcome: 'authorised', squarePaymentId } : { outcome: 'unknown' };
    case 'declined':
      return { outcome: 'declined', code: declineCode ?? '', message: message ?? declineMessage('') };
    case 'refused':
      return { outcome: 'refused' };
    case 'voiding':
    case 'voided':
    case 'refunded':
    case 'owed':
      return { outcome: 'voided' };
    case 'authorising':
      return { outcome: 'unknown' };
  }
};
