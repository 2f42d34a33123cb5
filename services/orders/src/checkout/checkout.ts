import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type Network,
  orderNumber,
  paymentNote,
  type Request,
  type Reservation,
  type ReservedGeode,
  type Subject,
} from '@geodes/contracts';
import { AppError, Bus, CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { cancelOrders, recordOrder } from '../orders/order-records.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { AttemptStore } from './attempt-store.js';
import type { CheckoutAttempt, Refusal, Sender } from './checkout-attempt.entity.js';
import { offerFor } from './pricing.js';
import { declined, notCompleted, paymentUnavailable, refunded, refundOverdue } from './refusals.js';
import { type RetryOptions, retryUntilKnown } from './retry.js';

/** A step has no outcome yet. The attempt stays in its state, and recovery runs the step again. */
export class CheckoutIncomplete extends Error {
  override readonly name = 'CheckoutIncomplete';
}

interface StepLimits extends RetryOptions {
  /** Timeout of one call, milliseconds. */
  timeoutMs: number;
}

/** Each budget exceeds its timeout, so that a call without a response is repeated at least once. */
const LIMITS = {
  reserve: { timeoutMs: 3_000, budgetMs: 10_000, pauseMs: 200 },
  authorise: { timeoutMs: 10_000, budgetMs: 12_000, pauseMs: 300 },
  capture: { timeoutMs: 12_000, budgetMs: 20_000, pauseMs: 300 },
  void: { timeoutMs: 12_000, budgetMs: 15_000, pauseMs: 500 },
  refund: { timeoutMs: 12_000, budgetMs: 15_000, pauseMs: 500 },
  release: { timeoutMs: 3_000, budgetMs: 10_000, pauseMs: 200 },
} satisfies Record<string, StepLimits>;

/**
 * A purchase, step by step: reserve, price, authorise, pivot, capture. Back from before the pivot: void, release,
 * refuse. Every step may run twice and moves the attempt by compare-and-set on its state and lease. No step holds a
 * transaction open while it calls another service.
 */
@Injectable()
export class Checkout {
  constructor(
    private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly attempts: AttemptStore,
    private readonly outbox: OutboxRelay,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs an attempt from its present state to its end. The sender is not stored, so recovery has none (null):
   * it abandons an attempt before the pivot. After the pivot an attempt only moves forward.
   * Throws CheckoutIncomplete if another service stays away, LeaseLost if another worker has the attempt.
   */
  async resume(attempt: CheckoutAttempt, sender: Sender | null): Promise<CheckoutAttempt> {
    attempt = sender === null ? await this.abandon(attempt) : await this.reachPivot(attempt, sender);
    if (attempt.state === 'authorised') attempt = await this.capture(attempt);
    if (attempt.state === 'voiding') attempt = await this.voidPayment(attempt);
    if (attempt.state === 'releasing') attempt = await this.release(attempt);
    return attempt;
  }

  private async reachPivot(attempt: CheckoutAttempt, { paymentToken, network }: Sender): Promise<CheckoutAttempt> {
    if (attempt.state === 'reserving') attempt = await this.reserve(attempt, network);
    // An older version paused here, before it called payments.
    if (attempt.state === 'priced') attempt = await this.attempts.move(attempt, 'authorising');
    if (attempt.state === 'authorising') attempt = await this.authorise(attempt, paymentToken);
    return attempt;
  }

  /** Gives up an attempt before the pivot. Only an authorising one needs a void: no other has called payments. */
  private async abandon(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    if (attempt.state === 'reserving' || attempt.state === 'priced')
      return this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
    if (attempt.state === 'authorising') return this.attempts.move(attempt, 'voiding', { refusal: notCompleted() });
    return attempt;
  }

  /** Reserves all geodes in catalog or none, then fixes the price. Undone by `release`. */
  private async reserve(attempt: CheckoutAttempt, network: Network | null): Promise<CheckoutAttempt> {
    const { orderId, request } = attempt;
    await failpoint('orders.reserve.before');
    const command = { orderId, items: request.items, ...request.holder, network };
    let reservation: Reservation | undefined;
    try {
      reservation = await this.send('catalog.reserve-geodes', command, LIMITS.reserve);
    } catch (error) {
      return this.refuseReservation(attempt, error);
    }
    await failpoint('orders.reserve.after');
    if (reservation) return this.price(attempt, reservation.items);
    return this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
  }

  /** Ends an attempt whose geodes catalog refuses to reserve. Rethrows what is no refusal. */
  private async refuseReservation(attempt: CheckoutAttempt, error: unknown): Promise<CheckoutAttempt> {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    // Catalog released the order in the same transaction, so a delayed repeat of this command reserves nothing.
    if (code === 'OUT_OF_STOCK' || code === 'NOT_YET')
      return this.attempts.refuseOutOfStock(attempt, { code, message, details });
    // The buyer can act on these: wait, or order fewer geodes.
    const isForBuyer = code === 'TOO_MANY_REQUESTS' || code === 'BAD_REQUEST';
    const refusal = isForBuyer ? { code, message, details } : notCompleted();
    return this.attempts.move(attempt, 'releasing', { refusal });
  }

  /** Prices the order in whole cents from catalog's reply and claims the first-order discount. Undone by `refuse`. */
  private async price(attempt: CheckoutAttempt, lines: ReservedGeode[]): Promise<CheckoutAttempt> {
    const { expectedTotal } = attempt.request;
    const [full, reduced] = [offerFor(lines, false, expectedTotal), offerFor(lines, true, expectedTotal)];
    const { offer, priced } = await this.attempts.price(attempt, lines, { full, reduced });
    return priced ?? this.attempts.move(attempt, 'releasing', { refusal: offer.refusal });
  }

  /** Authorises the card, then makes the pivot. Undone by `voidPayment`. */
  private async authorise(attempt: CheckoutAttempt, paymentToken: string): Promise<CheckoutAttempt> {
    await failpoint('orders.authorise.before');
    const command = {
      attemptId: attempt.paymentAttemptId,
      amountCents: attempt.totalCents ?? 0,
      paymentToken,
      buyerEmail: attempt.request.buyerDetails.email,
      note: paymentNote(
        orderNumber(attempt.orderId),
        attempt.request.items.map(({ geodeId }) => geodeId),
      ),
      orderId: attempt.orderId,
    };
    const reply = await this.send('payments.authorise', command, LIMITS.authorise);
    switch (reply?.outcome) {
      case 'authorised':
        return this.pivot(attempt);
      case 'declined':
        return this.attempts.move(attempt, 'releasing', { refusal: declined(reply.message) });
      case 'refused':
        return this.attempts.move(attempt, 'releasing', { refusal: paymentUnavailable() });
      default:
        return this.attempts.move(attempt, 'voiding', { refusal: notCompleted() });
    }
  }

  /** Creates the order. From here on the attempt only moves forward. */
  private pivot(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    return this.database.transaction(async (manager) => {
      const authorised = await this.attempts.move(attempt, 'authorised', {}, manager);
      if (!(await recordOrder(manager, authorised, 'authorised'))) throw new Error(`Order ${attempt.orderId} is over.`);
      await failpoint('orders.pivot.inside');
      return authorised;
    });
  }

  /** Charges the card; one statement marks the order paid and records `order.paid`. */
  private async capture(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await failpoint('orders.pivot.after');
    const reply = await this.send('payments.capture', { attemptId: attempt.paymentAttemptId }, LIMITS.capture);
    await failpoint('orders.capture.after');
    if (!reply) throw new CheckoutIncomplete('the capture is not confirmed yet');
    if (reply.outcome === 'gone') {
      this.logger.warn({ orderId: attempt.orderId }, 'the authorisation is gone: the order is cancelled');
      return this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
    }
    const { paid, event } = await this.attempts.pay(attempt, reply.squarePaymentId);
    if (event) this.outbox.publish(event);
    return paid;
  }

  /** Voids the authorisation. Payments also remembers the void and refuses an authorise command that arrives later. */
  private async voidPayment(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await failpoint('orders.void.before');
    const reply = await this.send('payments.void', { attemptId: attempt.paymentAttemptId }, LIMITS.void);
    await failpoint('orders.void.after');
    switch (reply?.outcome) {
      case 'voided':
        return this.attempts.move(attempt, 'releasing');
      case 'captured':
        return this.refundPayment(attempt);
      case 'refunded':
        return this.attempts.move(attempt, 'releasing', { refusal: refunded() });
      case 'owed':
        return this.attempts.move(attempt, 'releasing', { refusal: refundOverdue() });
      default:
        throw new CheckoutIncomplete('the payment is not voided yet');
    }
  }

  /** Refunds a payment that has no order. Only a capture in Square's dashboard or a database restore leads here. */
  private async refundPayment(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    this.logger.error({ orderId: attempt.orderId }, 'captured before the pivot: it is refunded');
    const reply = await this.send('payments.refund', { attemptId: attempt.paymentAttemptId }, LIMITS.refund);
    if (!reply) throw new CheckoutIncomplete('the payment is not refunded yet');
    const refusal = reply.outcome === 'owed' ? refundOverdue() : refunded();
    return this.attempts.move(attempt, 'releasing', { refusal });
  }

  /** Releases the geodes, even if none was reserved: catalog must refuse a reserve command that arrives later. */
  private async release(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await failpoint('orders.release.before');
    const released = await this.send('catalog.release-geodes', { orderId: attempt.orderId }, LIMITS.release);
    if (!released) throw new CheckoutIncomplete('the geodes are not released yet');
    return this.refuse(attempt, attempt.refusal ?? notCompleted());
  }

  /** Ends the attempt without a purchase: frees the discount and cancels the order if one was recorded. */
  private async refuse(attempt: CheckoutAttempt, refusal: Refusal): Promise<CheckoutAttempt> {
    const ended = await this.database.transaction(async (manager) => {
      const refused = await this.attempts.move(attempt, 'refused', { refusal, ...freeKey(attempt, refusal) }, manager);
      await cancelOrders(manager, [attempt.orderId]);
      await failpoint('orders.refuse.inside');
      return refused;
    });
    await failpoint('orders.refuse.after');
    return ended;
  }

  /**
   * Repeats a command until its outcome is known. Returns undefined if the outcome is still unknown when the budget is
   * spent. Throws every AppError except UNAVAILABLE and INTERNAL.
   */
  private send<S extends Subject>(subject: S, command: Request<S>, { timeoutMs, ...retry }: StepLimits) {
    return retryUntilKnown(
      async () => ifKnown(await this.bus.call(subject, command, { timeoutMs })),
      retry,
      this.clock,
    );
  }
}

/** Begins the key of an attempt whose own key is free again. Headers are ASCII, so no client can send such a key. */
const FREED = '→ ';

/** A refusal with 400, 429 or 503 is not the key's outcome: the same key, sent again, begins another attempt. */
const freeKey = ({ orderId }: CheckoutAttempt, { code }: Refusal): { key?: string } =>
  ['UNAVAILABLE', 'BAD_REQUEST', 'TOO_MANY_REQUESTS'].includes(code) ? { key: `${FREED}${orderId}` } : {};

type Known<T> = Exclude<T, { outcome: 'unknown' }>;

const ifKnown = <T extends object>(reply: T): Known<T> | undefined =>
  'outcome' in reply && reply.outcome === 'unknown' ? undefined : (reply as Known<T>);
