import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dollars, MAX_PAID_CENTS, paymentNote, type ReservedGeode } from '@geodes/contracts';
import { AppError, Bus, CLOCK, type Clock, failpoint, LOGGER, type Logger } from '@geodes/kit';
import { cancelOrders, recordOrder } from '../orders/order-records.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { AttemptStore } from './attempt-store.js';
import type { CheckoutAttempt, Refusal } from './checkout-attempt.entity.js';
import { retryUntilKnown } from './retry.js';
import { type Price, priceOrder } from './pricing.js';
import { declined, givenBack, notCompleted, notTaken, owed, tooMuch, totalChanged } from './refusals.js';

/** A step could not be finished now; the sweep takes the attempt up again. Nothing is lost. */
export class CheckoutIncomplete extends Error {
  override readonly name = 'Unfinished';
}

/**
 * A purchase, from the first reservation to the sale. Every step may run twice, leaves the attempt one state further
 * (compare-and-set on state and lease) and holds no transaction open while it calls another service.
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
   * Carries an attempt on from wherever it is to its end. Without a payment token (the buyer is gone) an attempt
   * before the pivot is given up; behind the pivot it is always carried forward.
   * Throws Unfinished where a neighbour stayed away, LeaseLost where another worker has the attempt.
   */
  async resume(attempt: CheckoutAttempt, paymentToken: string | null): Promise<CheckoutAttempt> {
    if (attempt.state === 'reserving') attempt = await this.reserve(attempt, paymentToken);
    if (attempt.state === 'priced') attempt = await this.beginPayment(attempt, paymentToken);
    if (attempt.state === 'authorising') attempt = await this.authorise(attempt, paymentToken);
    if (attempt.state === 'authorised') attempt = await this.capture(attempt);
    if (attempt.state === 'voiding') attempt = await this.voidPayment(attempt);
    if (attempt.state === 'releasing') attempt = await this.release(attempt);
    return attempt;
  }

  /** Takes the stones off sale, all or none, and fixes the price. Undone by `release`. */
  private async reserve(attempt: CheckoutAttempt, paymentToken: string | null): Promise<CheckoutAttempt> {
    const { orderId, request } = attempt;
    if (paymentToken === null) return this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
    try {
      await failpoint('orders.reserve.before');
      const reservation = await retryUntilKnown(
        () =>
          this.bus.call(
            'catalog.reserve-geodes',
            { orderId, items: request.items, ...request.holder },
            { timeoutMs: 3_000 },
          ),
        { budgetMs: 10_000, pauseMs: 200 },
        this.clock,
      );
      await failpoint('orders.reserve.after');
      if (reservation) return await this.price(attempt, reservation.items);
      return await this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, details } = error;
      // the catalogue has released such an order for good: a repeated command still on its way takes nothing
      if (code === 'OUT_OF_STOCK') return await this.attempts.lose(attempt, { code, message, details });
      return this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
    }
  }

  /** The catalogue's prices in whole cents. What follows is the payment, so the attempt says so at once. */
  private async price(attempt: CheckoutAttempt, lines: ReservedGeode[]): Promise<CheckoutAttempt> {
    const { expectedTotal } = attempt.request;
    const [full, reduced] = [priceOrder(lines, false), priceOrder(lines, true)];
    const refusalOf = ({ totalCents, discountCents }: Price): Refusal | undefined => {
      if (totalCents > MAX_PAID_CENTS) return tooMuch();
      if (expectedTotal === null || expectedTotal === dollars(totalCents)) return undefined;
      return totalChanged(totalCents, discountCents);
    };
    const may = { full: !refusalOf(full), reduced: !refusalOf(reduced) };
    const { hasDiscount, priced } = await this.attempts.price(attempt, lines, { full, reduced }, may);
    return priced ?? this.attempts.move(attempt, 'releasing', { refusal: refusalOf(hasDiscount ? reduced : full) });
  }

  /** Where an older version stopped: nothing was asked of payments yet. */
  private beginPayment(attempt: CheckoutAttempt, paymentToken: string | null): Promise<CheckoutAttempt> {
    return paymentToken === null
      ? this.attempts.move(attempt, 'releasing', { refusal: notCompleted() })
      : this.attempts.move(attempt, 'authorising');
  }

  /** Authorises the card; then the pivot: order and attempt say so in one transaction. Undone by `voidPayment`. */
  private async authorise(attempt: CheckoutAttempt, paymentToken: string | null): Promise<CheckoutAttempt> {
    if (paymentToken === null) return this.attempts.move(attempt, 'voiding', { refusal: notCompleted() });
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
    const answer = await retryUntilKnown(
      async () => known(await this.bus.call('payments.authorise', command, { timeoutMs: 10_000 })),
      { budgetMs: 9_000, pauseMs: 300 },
      this.clock,
    );
    await failpoint('orders.authorise.after');
    if (answer?.outcome === 'declined') {
      return this.attempts.move(attempt, 'releasing', { refusal: declined(answer.message) });
    }
    if (answer?.outcome === 'refused') return this.attempts.move(attempt, 'releasing', { refusal: notTaken() });
    if (answer?.outcome !== 'authorised') {
      return this.attempts.move(attempt, 'voiding', { refusal: notCompleted() });
    }
    return this.database.transaction(async (manager) => {
      const authorised = await this.attempts.move(attempt, 'authorised', {}, manager);
      if (!(await recordOrder(manager, authorised, 'authorised'))) throw new Error(`Order ${attempt.orderId} is over.`);
      await failpoint('orders.pivot.inside');
      return authorised;
    });
  }

  /** Takes the money; paid and the event that says so are one statement. Only forward from here. */
  private async capture(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await failpoint('orders.pivot.after');
    const answer = await retryUntilKnown(
      async () =>
        known(await this.bus.call('payments.capture', { attemptId: attempt.paymentAttemptId }, { timeoutMs: 12_000 })),
      { budgetMs: 20_000, pauseMs: 300 },
      this.clock,
    );
    await failpoint('orders.capture.after');
    if (!answer) throw new CheckoutIncomplete('the capture is not confirmed yet');
    if (answer.outcome === 'gone') {
      this.logger.warn({ orderId: attempt.orderId }, 'the authorisation is gone: the order is cancelled');
      return this.attempts.move(attempt, 'releasing', { refusal: notCompleted() });
    }
    const { paid, event } = await this.attempts.pay(attempt, answer.squarePaymentId);
    await failpoint('orders.paid.after');
    if (event) this.outbox.publish(event);
    return paid;
  }

  /** Makes sure that nothing is authorised any more; a late authorisation finds the door shut. */
  private async voidPayment(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await failpoint('orders.void.before');
    const answer = await retryUntilKnown(
      async () =>
        known(await this.bus.call('payments.void', { attemptId: attempt.paymentAttemptId }, { timeoutMs: 12_000 })),
      { budgetMs: 15_000, pauseMs: 500 },
      this.clock,
    );
    await failpoint('orders.void.after');
    if (answer?.outcome === 'captured') return this.giveBack(attempt);
    if (answer?.outcome === 'refunded') return this.attempts.move(attempt, 'releasing', { refusal: givenBack() });
    if (answer?.outcome === 'owed') return this.attempts.move(attempt, 'releasing', { refusal: owed() });
    if (answer?.outcome !== 'voided') throw new CheckoutIncomplete('the payment is not voided yet');
    return this.attempts.move(attempt, 'releasing');
  }

  /** Only the owner, in Square, or a restore of this database makes it so; no order will ever stand for the money. */
  private async giveBack(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    this.logger.error({ orderId: attempt.orderId }, 'captured before the pivot: it is given back');
    const answer = await retryUntilKnown(
      async () =>
        known(await this.bus.call('payments.refund', { attemptId: attempt.paymentAttemptId }, { timeoutMs: 12_000 })),
      { budgetMs: 15_000, pauseMs: 500 },
      this.clock,
    );
    if (!answer) throw new CheckoutIncomplete('the payment is not given back yet');
    const refusal = answer.outcome === 'owed' ? owed() : givenBack();
    return this.attempts.move(attempt, 'releasing', { refusal });
  }

  private async release(attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await failpoint('orders.release.before');
    const released = await retryUntilKnown(
      () => this.bus.call('catalog.release-geodes', { orderId: attempt.orderId }, { timeoutMs: 3_000 }),
      { budgetMs: 10_000, pauseMs: 200 },
      this.clock,
    );
    await failpoint('orders.release.after');
    if (!released) throw new CheckoutIncomplete('the stones are not released yet');
    return this.refuse(attempt, attempt.refusal ?? notCompleted());
  }

  /** The end without a purchase: the discount is given back, an order that the buyer was told of is cancelled. */
  private async refuse(attempt: CheckoutAttempt, refusal: Refusal): Promise<CheckoutAttempt> {
    const ended = await this.database.transaction(async (manager) => {
      const refused = await this.attempts.move(attempt, 'refused', { refusal, ...freed(attempt, refusal) }, manager);
      await cancelOrders(manager, [attempt.orderId]);
      await failpoint('orders.refuse.inside');
      return refused;
    });
    await failpoint('orders.refuse.after');
    return ended;
  }
}

/** The last 8 characters of the order id in upper case. */
export const orderNumber = (orderId: string): string => orderId.slice(-8).toUpperCase();

/** 400 and 503 are not kept with the key. */
const freed = ({ orderId }: CheckoutAttempt, { code }: Refusal): { key?: string } =>
  code === 'UNAVAILABLE' || code === 'BAD_REQUEST' ? { key: `freed by ${orderId}` } : {};

const known = <T extends { outcome: string }>(answer: T): Exclude<T, { outcome: 'unknown' }> | undefined =>
  answer.outcome === 'unknown' ? undefined : (answer as Exclude<T, { outcome: 'unknown' }>);
