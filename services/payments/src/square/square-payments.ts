import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, failpoint, type Failpoint, LOGGER, type Logger, traced } from '@geodes/kit';
import { type Square, SquareClient, SquareEnvironment } from 'square';
import { PaymentsConfig } from '../config.js';
import type { CreateRequest } from '../payments/payment.entity.js';
import { squareCalls, squareUp } from '../metrics.js';
import { backoffMs } from './backoff.js';
import { keepAliveFetch } from './keep-alive-fetch.js';
import { SquareFailure, squareFailure } from './square-failure.js';
import { asSquarePayment, asSquareRefund, type SquarePayment, type SquareRefund } from './square-payment.js';
import { Deadline } from './deadline.js';

type Operation =
  'create' | 'complete' | 'cancel' | 'cancel-by-key' | 'get' | 'list' | 'refund' | 'get-refund' | 'list-refunds';

/** The points around the calls that move money. */
const POINTS: Partial<Record<Operation, [before: Failpoint, after: Failpoint]>> = {
  create: ['payments.create.before', 'payments.create.after'],
  complete: ['payments.complete.before', 'payments.complete.after'],
  cancel: ['payments.cancel.before', 'payments.cancel.after'],
  'cancel-by-key': ['payments.cancel.before', 'payments.cancel.after'],
  refund: ['payments.refund.before', 'payments.refund.after'],
};

/** What the SDK gets for one call; it tries once. */
interface CallLimits {
  timeoutInSeconds: number;
  maxRetries: 0;
}

/** Retried here. The commands retry the others themselves, because they look at their own row before each try. */
const RETRIED = new Set<Operation>(['get', 'list', 'refund', 'get-refund', 'list-refunds']);
const TRIES = 3;
/** The longest Retry-After that is honoured. */
const MAX_WAIT_MS = 60_000;

const PAGE_SIZE = 100;
const READ_TIMEOUT_MS = 5_000;

/**
 * Square in this service's words. Every call takes its time limit in milliseconds and throws SquareFailure where it
 * brings no result; a reply without the payment that was asked for counts as none. While Square asks to wait
 * (Retry-After), this process calls it no more: a call waits where its time limit allows, and fails at once elsewhere.
 */
@Injectable()
export class SquarePayments {
  private readonly client: SquareClient;
  private readonly locationId: string;
  /** On the clock that never goes back. */
  private notBefore = 0;

  constructor(
    @Inject(PaymentsConfig) config: PaymentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.locationId = config.SQUARE_LOCATION_ID;
    this.client = squareClient(config);
    if (config.SQUARE_ENVIRONMENT === 'simulator' && config.NODE_ENV === 'production')
      logger.warn('the simulator stands in for Square: no card is charged');
  }

  /** Authorises; the same attempt and request give the same payment, however often it is called. */
  create(attemptId: string, request: CreateRequest & { sourceId: string }, limitMs: number): Promise<SquarePayment> {
    const { sourceId, amountCents, locationId, delayDuration, buyerEmailAddress, note } = request;
    const body: Square.CreatePaymentRequest = {
      sourceId,
      idempotencyKey: attemptId,
      amountMoney: { amount: BigInt(amountCents), currency: 'USD' },
      autocomplete: false,
      delayDuration,
      locationId,
      referenceId: attemptId,
      ...(buyerEmailAddress ? { buyerEmailAddress } : {}),
      ...(note ? { note } : {}),
    };
    return this.call('create', limitMs, async (limits) =>
      asSquarePayment((await this.client.payments.create(body, limits))?.payment),
    );
  }

  /** Captures an authorised payment. */
  complete(paymentId: string, limitMs: number): Promise<SquarePayment> {
    return this.call('complete', limitMs, async (limits) =>
      asSquarePayment((await this.client.payments.complete({ paymentId }, limits))?.payment),
    );
  }

  /** Voids an authorised payment. */
  cancel(paymentId: string, limitMs: number): Promise<SquarePayment> {
    return this.call('cancel', limitMs, async (limits) =>
      asSquarePayment((await this.client.payments.cancel({ paymentId }, limits))?.payment),
    );
  }

  /** Voids what a create with this attempt's key may have made. That it succeeds says nothing about whether it had. */
  async cancelByAttempt(attemptId: string, limitMs: number): Promise<void> {
    await this.call('cancel-by-key', limitMs, async (limits) => {
      const reply = await this.client.payments.cancelByIdempotencyKey({ idempotencyKey: attemptId }, limits);
      return isJson(reply) || undefined;
    });
  }

  /** The payment as it is now. Throws a failure with `notFound` where there is none. */
  get(paymentId: string, limitMs = READ_TIMEOUT_MS): Promise<SquarePayment> {
    return this.call('get', limitMs, async (limits) =>
      asSquarePayment((await this.client.payments.get({ paymentId }, limits))?.payment),
    );
  }

  /**
   * One page of this location's payments made in a span of time, oldest first. Square's list lags by seconds and may
   * show a payment as it was: read one again before acting on it.
   */
  list(
    span: { from: Date; to?: Date; cursor?: string | undefined },
    limitMs = READ_TIMEOUT_MS,
  ): Promise<{ payments: SquarePayment[]; cursor: string | undefined }> {
    const query: Square.ListPaymentsRequest = {
      beginTime: span.from.toISOString(),
      ...(span.to ? { endTime: span.to.toISOString() } : {}),
      sortOrder: 'ASC',
      locationId: this.locationId,
      limit: PAGE_SIZE,
      ...(span.cursor ? { cursor: span.cursor } : {}),
    };
    return this.call('list', limitMs, async (limits) => {
      const { data, response } = await this.client.payments.list(query, limits);
      if (!isJson(response)) return undefined;
      const payments = data.map(asSquarePayment).filter((payment) => payment !== undefined);
      return { payments, cursor: response.cursor || undefined };
    });
  }

  /** Gives all of a captured payment back, once: the key is derived from the payment. */
  refund(payment: SquarePayment, reason: string, limitMs: number): Promise<SquareRefund> {
    const body: Square.RefundPaymentRequest = {
      idempotencyKey: refundKey(payment.id),
      paymentId: payment.id,
      amountMoney: { amount: BigInt(payment.amountCents), currency: 'USD' },
      reason,
    };
    return this.call('refund', limitMs, async (limits) =>
      asSquareRefund((await this.client.refunds.refundPayment(body, limits))?.refund),
    );
  }

  getRefund(refundId: string, limitMs = READ_TIMEOUT_MS): Promise<SquareRefund> {
    return this.call('get-refund', limitMs, async (limits) =>
      asSquareRefund((await this.client.refunds.get({ refundId }, limits))?.refund),
    );
  }

  /** One page of all refunds that changed since then, whatever their payment's age; the list lags by seconds. */
  listRefunds(
    span: { from: Date; cursor?: string | undefined },
    limitMs = READ_TIMEOUT_MS,
  ): Promise<{ refunds: SquareRefund[]; cursor: string | undefined }> {
    const query: Square.ListRefundsRequest = {
      updatedAtBeginTime: span.from.toISOString(),
      sortField: 'UPDATED_AT',
      sortOrder: 'ASC',
      limit: PAGE_SIZE,
      ...(span.cursor ? { cursor: span.cursor } : {}),
    };
    return this.call('list-refunds', limitMs, async (limits) => {
      const { data, response } = await this.client.refunds.list(query, limits);
      if (!isJson(response)) return undefined;
      const refunds = data.map(asSquareRefund).filter((refund) => refund !== undefined);
      return { refunds, cursor: response.cursor || undefined };
    });
  }

  private call<T>(
    operation: Operation,
    limitMs: number,
    work: (limits: CallLimits) => Promise<T | undefined>,
  ): Promise<T> {
    const attributes = { 'shop.operation': operation };
    return traced(`square ${operation}`, { kind: 'internal', attributes }, () =>
      this.retried(operation, new Deadline(limitMs, this.clock), work),
    );
  }

  /** Repeats the same request with growing pauses while Square is away, overloaded or broken. */
  private async retried<T>(
    operation: Operation,
    limit: Deadline,
    work: (limits: CallLimits) => Promise<T | undefined>,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.measured(operation, await this.admitted(operation, limit), work);
      } catch (error) {
        const isFinal = !(error instanceof SquareFailure) || error.refused || !RETRIED.has(operation);
        const pauseMs = backoffMs(tries);
        if (isFinal || tries === TRIES || pauseMs >= limit.left) throw error;
        await this.clock.sleep(pauseMs);
      }
    }
  }

  /** The milliseconds left for a call, after the wait that Square asked for. Throws where that is longer. */
  private async admitted(operation: Operation, limit: Deadline): Promise<number> {
    const waitMs = this.notBefore - this.clock.now();
    if (waitMs >= limit.left)
      throw new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: 'ASKED_TO_WAIT' }]);
    if (waitMs > 0) await this.clock.sleep(waitMs);
    return limit.left;
  }

  private async measured<T>(
    operation: Operation,
    limitMs: number,
    work: (limits: CallLimits) => Promise<T | undefined>,
  ): Promise<T> {
    if (limitMs <= 0) throw new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code: 'NO_TIME_LEFT' }]);
    const [before, after] = POINTS[operation] ?? [];
    if (before) await failpoint(before);
    const end = squareCalls.startTimer({ operation });
    try {
      const result = await work({ timeoutInSeconds: limitMs / 1000, maxRetries: 0 });
      if (result === undefined) throw new Error('a reply without its object');
      if (after) await failpoint(after);
      end({ result: 'ok' });
      squareUp.set(1);
      return result;
    } catch (error) {
      const failure = squareFailure(operation, error);
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

const squareClient = ({ SQUARE_ENVIRONMENT, SQUARE_ACCESS_TOKEN, SQUARE_BASE_URL }: PaymentsConfig): SquareClient =>
  new SquareClient({
    fetch: keepAliveFetch,
    token: SQUARE_ACCESS_TOKEN ?? 'simulator',
    ...(SQUARE_ENVIRONMENT === 'simulator'
      ? { baseUrl: SQUARE_BASE_URL ?? '' }
      : { environment: ENVIRONMENTS[SQUARE_ENVIRONMENT] }),
  });

const ENVIRONMENTS = { sandbox: SquareEnvironment.Sandbox, production: SquareEnvironment.Production } as const;

/** The SDK hands out `{ ok: false }` as the result for a body that is not JSON, whatever the status (square 46.0.0). */
const isJson = (reply: object | undefined): boolean => reply !== undefined && !('ok' in reply);

const resultOf = ({ status, refused }: SquareFailure): string =>
  status === undefined ? 'no-answer' : refused ? 'refused' : 'failed';

/** Square allows 45 characters for a key and up to 192 for a payment's id. */
const refundKey = (squarePaymentId: string): string =>
  `refund-${createHash('sha256').update(squarePaymentId).digest('hex').slice(0, 32)}`;
