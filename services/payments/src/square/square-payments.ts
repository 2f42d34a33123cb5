import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, failpoint, type Failpoint, LOGGER, type Logger, traced } from '@geodes/kit';
import type { Square, SquareClient } from 'square';
import { PaymentsConfig } from '../config.js';
import { squareCalls, squareUp } from '../metrics.js';
import { backoffMs, Deadline } from './retry.js';
import { createSquareClient, isJson } from './square-client.js';
import { SquareFailure, toSquareFailure } from './square-failure.js';
import {
  asSquarePayment,
  asSquareRefund,
  type CreateRequest,
  type SquarePayment,
  type SquareRefund,
} from './square-payment.js';

type Operation =
  'create' | 'complete' | 'cancel' | 'cancel-by-key' | 'get' | 'list' | 'refund' | 'get-refund' | 'list-refunds';

/** Failpoints around the calls that move money. */
const FAILPOINTS: Partial<Record<Operation, [before: Failpoint, after: Failpoint]>> = {
  create: ['payments.create.before', 'payments.create.after'],
  complete: ['payments.complete.before', 'payments.complete.after'],
  cancel: ['payments.cancel.before', 'payments.cancel.after'],
  'cancel-by-key': ['payments.cancel.before', 'payments.cancel.after'],
  refund: ['payments.refund.before', 'payments.refund.after'],
};

/** The SDK's options for one call. The SDK never retries: this class does. */
interface CallLimits {
  timeoutInSeconds: number;
  maxRetries: 0;
}

export interface PartialRefund {
  key: string;
  squarePaymentId: string;
  /** US cents. */
  amountCents: number;
  reason?: string | undefined;
}

/** Operations retried here. The commands retry the others themselves, because they reread their row before each try. */
const RETRIED = new Set<Operation>(['get', 'list', 'refund', 'get-refund', 'list-refunds']);
const MAX_TRIES = 3;
/** The longest Retry-After that is respected. */
const MAX_WAIT_MS = 60_000;

const PAGE_SIZE = 100;
const READ_TIMEOUT_MS = 5_000;

/**
 * Square's API in this service's types. Every call takes a timeout in milliseconds and throws SquareFailure if it gets no
 * result. A reply without the requested object counts as no result. While Square asks callers to wait (Retry-After), no
 * call of this process is sent: it waits if its timeout allows, and fails at once otherwise.
 */
@Injectable()
export class SquarePayments {
  private readonly client: SquareClient;
  private readonly locationId: string;
  /** The end of Square's Retry-After, on the monotonic clock. */
  private notBefore = 0;

  constructor(
    config: PaymentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.locationId = config.SQUARE_LOCATION_ID;
    this.client = createSquareClient(config);
    if (config.SQUARE_ENVIRONMENT === 'simulator' && config.NODE_ENV === 'production')
      logger.warn('the simulator stands in for Square: no card is charged');
  }

  /** Authorises a payment. Idempotent: the same attempt and request always return the same payment. */
  create(attemptId: string, request: CreateRequest & { sourceId: string }, timeoutMs: number): Promise<SquarePayment> {
    const { sourceId, amountCents, locationId, delayDuration, buyerEmailAddress, note } = request;
    const body: Square.CreatePaymentRequest = {
      sourceId,
      idempotencyKey: attemptId,
      amountMoney: { amount: BigInt(amountCents), currency: 'USD' },
      autocomplete: false,
      delayDuration,
      locationId,
      referenceId: attemptId,
      buyerEmailAddress,
      note,
    };
    return this.callForPayment('create', timeoutMs, (limits) => this.client.payments.create(body, limits));
  }

  /** Captures an authorised payment. */
  complete(paymentId: string, timeoutMs: number): Promise<SquarePayment> {
    return this.callForPayment('complete', timeoutMs, (limits) => this.client.payments.complete({ paymentId }, limits));
  }

  /** Voids an authorised payment. */
  cancel(paymentId: string, timeoutMs: number): Promise<SquarePayment> {
    return this.callForPayment('cancel', timeoutMs, (limits) => this.client.payments.cancel({ paymentId }, limits));
  }

  /** Voids the payment that a create with this attempt's key may have made. Also succeeds if there is none. */
  async cancelByAttempt(attemptId: string, timeoutMs: number): Promise<void> {
    await this.call('cancel-by-key', timeoutMs, async (limits) =>
      isJson(await this.client.payments.cancelByIdempotencyKey({ idempotencyKey: attemptId }, limits)),
    );
  }

  /** Reads the payment's current state. Throws a failure with `notFound` if there is none. */
  get(paymentId: string, timeoutMs = READ_TIMEOUT_MS): Promise<SquarePayment> {
    return this.callForPayment('get', timeoutMs, (limits) => this.client.payments.get({ paymentId }, limits));
  }

  /**
   * Lists one page of this location's payments created in a span of time, oldest first. Square's list lags by seconds and
   * may show an old state: reread a payment before acting on it.
   */
  list(
    span: { from: Date; to?: Date; cursor?: string | undefined },
    timeoutMs = READ_TIMEOUT_MS,
  ): Promise<{ payments: SquarePayment[]; cursor: string | undefined }> {
    const query: Square.ListPaymentsRequest = {
      beginTime: span.from.toISOString(),
      endTime: span.to?.toISOString(),
      sortOrder: 'ASC',
      locationId: this.locationId,
      limit: PAGE_SIZE,
      cursor: span.cursor,
    };
    return this.call('list', timeoutMs, async (limits) => {
      const { data, response } = await this.client.payments.list(query, limits);
      if (!isJson(response)) return undefined;
      const payments = data.map(asSquarePayment).filter((payment) => payment !== undefined);
      return { payments, cursor: response.cursor || undefined };
    });
  }

  /** Refunds a captured payment in full. Idempotent: the key is derived from the payment's id. */
  refund(payment: SquarePayment, reason: string, timeoutMs: number): Promise<SquareRefund> {
    const { id, amountCents } = payment;
    return this.refundPart({ key: refundKey(id), squarePaymentId: id, amountCents, reason }, timeoutMs);
  }

  /** Refunds a part of a captured payment. Idempotent by `key`, of at most 45 characters. */
  refundPart({ key, squarePaymentId, amountCents, reason }: PartialRefund, timeoutMs: number): Promise<SquareRefund> {
    const body: Square.RefundPaymentRequest = {
      idempotencyKey: key,
      paymentId: squarePaymentId,
      amountMoney: { amount: BigInt(amountCents), currency: 'USD' },
      reason,
    };
    return this.call('refund', timeoutMs, async (limits) =>
      asSquareRefund((await this.client.refunds.refundPayment(body, limits))?.refund),
    );
  }

  getRefund(refundId: string, timeoutMs = READ_TIMEOUT_MS): Promise<SquareRefund> {
    return this.call('get-refund', timeoutMs, async (limits) =>
      asSquareRefund((await this.client.refunds.get({ refundId }, limits))?.refund),
    );
  }

  /** Lists one page of the refunds updated since `from`, whatever the age of their payment. The list lags by seconds. */
  listRefunds(
    span: { from: Date; cursor?: string | undefined },
    timeoutMs = READ_TIMEOUT_MS,
  ): Promise<{ refunds: SquareRefund[]; cursor: string | undefined }> {
    const query: Square.ListRefundsRequest = {
      updatedAtBeginTime: span.from.toISOString(),
      sortField: 'UPDATED_AT',
      sortOrder: 'ASC',
      limit: PAGE_SIZE,
      cursor: span.cursor,
    };
    return this.call('list-refunds', timeoutMs, async (limits) => {
      const { data, response } = await this.client.refunds.list(query, limits);
      if (!isJson(response)) return undefined;
      const refunds = data.map(asSquareRefund).filter((refund) => refund !== undefined);
      return { refunds, cursor: response.cursor || undefined };
    });
  }

  private callForPayment(
    operation: Operation,
    timeoutMs: number,
    send: (limits: CallLimits) => Promise<{ payment?: Square.Payment } | undefined>,
  ): Promise<SquarePayment> {
    return this.call(operation, timeoutMs, async (limits) => asSquarePayment((await send(limits))?.payment));
  }

  private call<T>(
    operation: Operation,
    timeoutMs: number,
    work: (limits: CallLimits) => Promise<T | undefined>,
  ): Promise<T> {
    const attributes = { 'shop.operation': operation };
    return traced(`square ${operation}`, { kind: 'internal', attributes }, () =>
      this.callWithRetry(operation, new Deadline(timeoutMs, this.clock), work),
    );
  }

  /** Repeats the same request with backoff while Square is unreachable, overloaded or broken. */
  private async callWithRetry<T>(
    operation: Operation,
    deadline: Deadline,
    work: (limits: CallLimits) => Promise<T | undefined>,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.callOnce(operation, await this.awaitRetryAfter(operation, deadline), work);
      } catch (error) {
        const isFinal = !(error instanceof SquareFailure) || error.refused || !RETRIED.has(operation);
        const delayMs = backoffMs(tries);
        if (isFinal || tries === MAX_TRIES || delayMs >= deadline.leftMs) throw error;
        await this.clock.sleep(delayMs);
      }
    }
  }

  /** Waits until Retry-After ends and returns the milliseconds then left. Throws if the deadline comes first. */
  private async awaitRetryAfter(operation: Operation, deadline: Deadline): Promise<number> {
    const waitMs = this.notBefore - this.clock.now();
    if (waitMs >= deadline.leftMs)
      throw new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: 'ASKED_TO_WAIT' }]);
    if (waitMs > 0) await this.clock.sleep(waitMs);
    return deadline.leftMs;
  }

  private async callOnce<T>(
    operation: Operation,
    timeoutMs: number,
    work: (limits: CallLimits) => Promise<T | undefined>,
  ): Promise<T> {
    if (timeoutMs <= 0)
      throw new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: 'NO_TIME_LEFT' }]);
    const [before, after] = FAILPOINTS[operation] ?? [];
    if (before) await failpoint(before);
    const end = squareCalls.startTimer({ operation });
    try {
      const result = await work({ timeoutInSeconds: timeoutMs / 1000, maxRetries: 0 });
      if (result === undefined) throw new Error('the reply lacks the requested object');
      if (after) await failpoint(after);
      end({ result: 'ok' });
      squareUp.set(1);
      return result;
    } catch (error) {
      const failure = toSquareFailure(operation, error);
      const { retryAfterMs = 0 } = failure;
      if (retryAfterMs > 0) this.notBefore = this.clock.now() + Math.min(retryAfterMs, MAX_WAIT_MS);
      end({ result: resultOf(failure) });
      squareUp.set(failure.refused && !failure.tokenRefused ? 1 : 0);
      if (failure.tokenRefused)
        this.logger.error({ operation, reasons: failure.reasons }, 'Square refuses the access token');
      throw failure;
    }
  }
}

const resultOf = ({ status, refused }: SquareFailure): string =>
  status === undefined ? 'no-answer' : refused ? 'refused' : 'failed';

/** Square allows 45 characters for a key and up to 192 for a payment's id. */
const refundKey = (squarePaymentId: string): string =>
  `refund-${createHash('sha256').update(squarePaymentId).digest('hex').slice(0, 32)}`;
