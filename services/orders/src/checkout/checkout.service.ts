import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Checkout as CheckoutCommand,
  type CheckoutOutcome,
  dollars,
  type EmailQuery,
  type FirstTime,
  type Holder,
  type PlacedOrder,
} from '@geodes/contracts';
import {
  AppError,
  atMost,
  CLOCK,
  type Clock,
  failpoint,
  inTransaction,
  toAppError,
  LOGGER,
  type Logger,
  withRetry,
  unavailable,
} from '@geodes/kit';
import { cancelOrders, recordOrder } from '../orders/order-records.js';
import { isOver } from './attempt-states.js';
import { AttemptStore, type NewAttempt } from './attempt-store.js';
import { orderNumber } from './checkout.js';
import { CheckoutAttempt } from './checkout-attempt.entity.js';
import { CheckoutRunner } from './checkout-runner.js';
import { fingerprint } from './fingerprint.js';
import { isFirstOrder } from './first-order-discount.js';
import { notCompleted } from './refusals.js';
import { reconcilingAfterRestore, RestoreGate } from './restore-gate.js';

/** The key may be freed again between looking for its attempt and beginning another. */
const MAX_TRIES = 5;
/** Between two looks at an attempt that another process works on: the first, and the longest, milliseconds. */
const POLL_MS = { first: 150, longest: 1_000 };

/** Answers the checkout command: begins an attempt or joins the one that its key has already begun. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly database: DataSource,
    private readonly attempts: AttemptStore,
    private readonly gate: RestoreGate,
    private readonly runner: CheckoutRunner,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Throws UNAVAILABLE where the database stays away: with `details: { taken: false }` where the attempt could not even
   * be recorded, else the outcome is open.
   */
  async checkout(command: CheckoutCommand): Promise<CheckoutOutcome> {
    try {
      const { outcome, orderId } = await this.run(command);
      const isOtherNumber = orderId !== command.orderId;
      if (command.isNumberKnown && (outcome.outcome === 'refused' || isOtherNumber))
        await this.recordCancelledOrder(command.orderId);
      return outcome;
    } catch (error) {
      throw toAppError(error);
    }
  }

  private async run(command: CheckoutCommand): Promise<{ outcome: CheckoutOutcome; orderId: string }> {
    const { orderId: firstId, key, items, buyerDetails, expectedTotal = null, paymentToken } = command;
    const request = { items, buyerDetails, expectedTotal, holder: holderOf(command) };
    const fresh = { orderId: firstId, key, fingerprint: fingerprint(command), request };
    const { attempt, isNew } = await this.beginOrJoin(fresh);
    const { orderId } = attempt;
    await failpoint('orders.begin.after');
    if (isNew) void this.runner.start(attempt, paymentToken);
    else if (attempt.fingerprint !== fresh.fingerprint) throw otherBody();
    return { outcome: await this.outcome(orderId, paymentToken, command.waitMs), orderId };
  }

  async checkFirstTime({ email }: EmailQuery): Promise<FirstTime> {
    return { isFirstTime: await isFirstOrder(this.database.manager, email) };
  }

  /**
   * The attempt under the key. A key that an attempt has freed begins another one under an id of its own: that of the
   * first was released in the catalogue for good.
   */
  private async beginOrJoin(fresh: NewAttempt): Promise<{ attempt: CheckoutAttempt; isNew: boolean }> {
    for (let { orderId, tries } = { ...fresh, tries: 1 }; tries <= MAX_TRIES; orderId = randomUUID(), tries += 1) {
      const begun = await this.begin({ ...fresh, orderId });
      if (begun && begun !== 'closed') return { attempt: begun, isNew: true };
      const known = await this.attempts.findByKey(fresh.key);
      if (known) return { attempt: known, isNew: false };
      if (begun === 'closed') throw reconcilingAfterRestore();
    }
    throw new AppError('UNAVAILABLE', unavailable('orders').message, { taken: false });
  }

  /** `closed`: after a restore no attempt is recorded. */
  private async begin(fresh: NewAttempt): Promise<CheckoutAttempt | 'closed' | null> {
    try {
      return await withRetry(async () => ((await this.gate.isClosed()) ? 'closed' : this.attempts.begin(fresh)));
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') throw error;
      if (!(error instanceof AppError))
        this.logger.error({ orderId: fresh.orderId, err: error }, 'attempt not recorded');
      throw new AppError('UNAVAILABLE', unavailable('orders').message, { taken: false });
    }
  }

  /** Waits for the end of the attempt; where its worker is gone, takes it over with the token at hand. */
  private async outcome(orderId: string, paymentToken: string, waitMs: number): Promise<CheckoutOutcome> {
    const end = this.clock.now() + waitMs;
    // where hundreds wait for a shop that is slow, their looks must not be what makes it slow
    for (let pause = POLL_MS.first; ; pause = Math.min(pause * 1.5, POLL_MS.longest)) {
      const left = Math.max(0, end - this.clock.now());
      const run = this.runner.runOf(orderId);
      const attempt = (run && (await atMost(left, run, this.clock))) ?? (await this.attempts.find(orderId));
      if (!attempt) throw new Error(`Attempt ${orderId} has vanished.`);
      if (isOver(attempt.state)) return toOutcome(attempt);
      if (this.clock.now() >= end) return this.stillConfirming(attempt);
      if (attempt.leaseUntil.getTime() < this.clock.wall()) {
        const taken = await this.attempts.acquireLease(orderId);
        // an attempt of a backup is not charged: its geode may have been sold since
        if (taken) void this.runner.start(taken, (await this.gate.isClosed()) ? null : paymentToken);
      }
      if (!this.runner.runOf(orderId)) await this.clock.sleep(Math.min(pause, left));
    }
  }

  /** A buyer is only told a number that will be found: the order is written first, under the attempt's row lock. */
  private async stillConfirming({ orderId }: CheckoutAttempt): Promise<CheckoutOutcome> {
    const attempt = await this.database.transaction(async (manager) => {
      const locked = await this.locked(manager, orderId);
      if (!isOver(locked.state)) await recordOrder(manager, locked, 'confirming');
      return locked;
    });
    return isOver(attempt.state) ? toOutcome(attempt) : { outcome: 'pending', order: placed(attempt, 'pending') };
  }

  /** A buyer may have been told the number of an order that came to nothing: it is found, cancelled. */
  private async recordCancelledOrder(orderId: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const attempt = await this.locked(manager, orderId);
      await recordOrder(manager, attempt, 'confirming');
      await cancelOrders(manager, [orderId]);
    });
  }

  private locked(manager: EntityManager, orderId: string): Promise<CheckoutAttempt> {
    return manager.findOneOrFail(CheckoutAttempt, { where: { orderId }, lock: { mode: 'pessimistic_write' } });
  }
}

const otherBody = (): AppError =>
  new AppError('KEY_REUSED', 'This Idempotency-Key was used for another order. Please send a new one.');

/** A hold id that cannot be one is no hold. */
const holderOf = ({ holdId, browserId }: CheckoutCommand): Holder => ({
  ...(isUUID(holdId) ? { holdId: String(holdId).toLowerCase() } : {}),
  ...(browserId ? { browserId } : {}),
});

const placed = (attempt: CheckoutAttempt, status: PlacedOrder['status']): PlacedOrder => ({
  orderId: attempt.orderId,
  orderNumber: orderNumber(attempt.orderId),
  total: attempt.totalCents === null ? null : dollars(attempt.totalCents),
  discount: attempt.discountCents === null ? null : dollars(attempt.discountCents),
  status,
});

const toOutcome = (attempt: CheckoutAttempt): CheckoutOutcome =>
  attempt.state === 'paid'
    ? { outcome: 'paid', order: placed(attempt, 'paid') }
    : { outcome: 'refused', error: attempt.refusal ?? notCompleted() };
