import { Inject, Injectable } from '@nestjs/common';
import type { AuthoriseOutcome, AuthorisePayment } from '@geodes/contracts';
import { CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { PaymentsConfig } from '../config.js';
import { paymentOutcomes } from '../metrics.js';
import { AccountFaults } from '../reconciliation/account-faults.js';
import { backoffMs } from '../square/backoff.js';
import { failedCreate } from '../square/create-outcome.js';
import { declineMessage, hasDeclineMessage } from '../square/decline-messages.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { Deadline } from '../square/deadline.js';
import type { Payment } from './payment.entity.js';
import { type Asked, PaymentStore } from './payment-store.js';
import { SingleFlight } from './single-flight.js';

const TIMEOUT_MS = 8_000;
/** Callers wait ten seconds in all. */
const CANCEL_TIMEOUT_MS = 1_500;
/** A quick failure is tried again, with the same key and body, while at least this much time is left. */
const RETRY_WITHIN_MS = 3_000;
const TRIES = 5;

/** Square gives no word on how long it remembers a key; within this time a repeat is taken to be safe. */
const REPEATABLE_MS = 10 * 60_000;

/** How long Square holds an authorisation that is neither captured nor voided. */
const DELAY_DURATION = 'PT10M';

/** Authorises a card for an attempt: once, however often it is asked and wherever it was cut off. */
@Injectable()
export class Authorise {
  private readonly flights = new SingleFlight<AuthoriseOutcome>();

  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(AccountFaults) private readonly account: AccountFaults,
    @Inject(PaymentsConfig) private readonly config: PaymentsConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(command: AuthorisePayment): Promise<AuthoriseOutcome> {
    return this.flights.run(command.attemptId, () => this.authorise(command));
  }

  private async authorise(command: AuthorisePayment): Promise<AuthoriseOutcome> {
    const limit = new Deadline(TIMEOUT_MS, this.clock);
    const id = command.attemptId;
    const request = {
      sourceId: command.paymentToken,
      amountCents: command.amountCents,
      locationId: this.config.SQUARE_LOCATION_ID,
      delayDuration: DELAY_DURATION,
      buyerEmailAddress: command.buyerEmail,
      note: command.note,
    };
    let asked = await this.store.recordRequest(id, request, command.orderId);
    // a try of an earlier command, or of another process, may have been carried out
    let isFirst = asked !== null;
    await failpoint('payments.record.after');
    for (let tries = 1; ; tries += 1) {
      if (!asked) {
        const payment = await this.store.get(id);
        if (payment.state !== 'authorising') return standing(payment);
        asked = payment;
      }
      const outcome = await this.ask(asked, isFirst, limit);
      if (outcome) return outcome;
      const pauseMs = backoffMs(tries);
      if (tries === TRIES || limit.left - pauseMs < RETRY_WITHIN_MS) return this.unknown();
      await this.clock.sleep(pauseMs);
      asked = null;
      isFirst = false;
    }
  }

  /**
   * One request to Square; `isFirst` where none for this attempt was sent before. Undefined where its outcome is not known
   * and another try may tell.
   */
  private async ask(
    { id, request, authoriseStartedAt }: Asked,
    isFirst: boolean,
    limit: Deadline,
  ): Promise<AuthoriseOutcome | undefined> {
    const sourceId = request?.sourceId;
    if (!request || !sourceId || !authoriseStartedAt) return this.unknown();
    if (this.clock.wall() - authoriseStartedAt.getTime() > REPEATABLE_MS) return this.unknown();
    try {
      const payment = await this.square.create(id, { ...request, sourceId }, limit.left);
      return await this.take(id, payment);
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      const failed = failedCreate(error);
      const { status, reasons, squarePaymentId } = error;
      if (failed.outcome === 'declined') return this.decline(id, failed.code, squarePaymentId);
      if (failed.outcome === 'refused') return this.refuse(id, failed.code, isFirst, error);
      this.logger.warn({ attemptId: id, status, reasons }, 'outcome of the authorisation unknown');
      return undefined;
    }
  }

  private async take(id: string, payment: SquarePayment): Promise<AuthoriseOutcome | undefined> {
    switch (payment.status) {
      case 'APPROVED':
      case 'COMPLETED':
        return this.accept(id, payment);
      case 'FAILED':
        return this.decline(id, 'GENERIC_DECLINE', payment.id);
      case 'CANCELED':
        await this.store.move(id, ['authorising'], 'voiding', { squarePaymentId: payment.id });
        await this.store.move(id, ['voiding'], 'voided');
        return standing(await this.store.get(id));
      default:
        await this.store.learnSquareId(id, payment.id);
        return undefined;
    }
  }

  /** Where the attempt was voided or declined meanwhile, the authorisation that came too late is voided at once. */
  private async accept(id: string, { id: squarePaymentId }: SquarePayment): Promise<AuthoriseOutcome> {
    if (await this.store.move(id, ['authorising'], 'authorised', { squarePaymentId })) {
      await failpoint('payments.authorised.after');
      return { outcome: 'authorised', squarePaymentId };
    }
    const present = standing(await this.store.get(id));
    if (present.outcome === 'authorised' && present.squarePaymentId === squarePaymentId) return present;
    await this.store.learnSquareId(id, squarePaymentId);
    try {
      await this.square.cancel(squarePaymentId, CANCEL_TIMEOUT_MS);
    } catch (error) {
      this.logger.warn({ attemptId: id, reason: String(error) }, 'late authorisation left to reconciliation');
    }
    return present;
  }

  private async decline(id: string, code: string, squarePaymentId?: string): Promise<AuthoriseOutcome> {
    if (!hasDeclineMessage(code)) this.logger.warn({ attemptId: id, code }, 'declined with a code without a message');
    await this.store.move(id, ['authorising'], 'declined', {
      declineCode: code,
      declineMessage: declineMessage(code),
      ...(squarePaymentId ? { squarePaymentId } : {}),
    });
    return standing(await this.store.get(id));
  }

  /** Nothing was charged, which is certain only where no earlier try can have been carried out. */
  private async refuse(
    id: string,
    declineCode: string,
    isFirst: boolean,
    failure: SquareFailure,
  ): Promise<AuthoriseOutcome> {
    await this.account.report(id, declineCode, failure);
    if (!isFirst) return this.unknown();
    const { squarePaymentId } = failure;
    await this.store.move(id, ['authorising'], 'refused', {
      declineCode,
      ...(squarePaymentId ? { squarePaymentId } : {}),
    });
    return standing(await this.store.get(id));
  }

  private unknown(): AuthoriseOutcome {
    paymentOutcomes.inc({ outcome: 'unknown' });
    return { outcome: 'unknown' };
  }
}

/** What an attempt's state says to whoever asks for its authorisation. */
const standing = ({ state, squarePaymentId, declineCode, declineMessage: message }: Payment): AuthoriseOutcome => {
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
