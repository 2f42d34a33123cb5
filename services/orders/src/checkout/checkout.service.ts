import { randomUUID, createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Checkout as CheckoutCommand,
  type CheckoutOutcome,
  dollars,
  type EmailQuery,
  type FirstTime,
  orderNumber,
  type PlacedOrder,
  type CreateOrderBody,
} from '@geodes/contracts';
import {
  AppError,
  atMost,
  CLOCK,
  type Clock,
  inTransaction,
  LOGGER,
  type Logger,
  withRetry,
  unavailable,
} from '@geodes/kit';
import { cancelOrders, recordOrder } from '../orders/order-records.js';
import { isOver } from './attempt-states.js';
import { AttemptStore, type NewAttempt } from './attempt-store.js';
import { CheckoutAttempt, type Sender } from './checkout-attempt.entity.js';
import { CheckoutWorker } from './checkout-worker.js';
import { isFirstOrder } from './first-order-discount.js';
import { notCompleted } from './refusals.js';
import { reconcilingAfterRestore, RestoreGate } from './restore-gate.js';

/** The key may be freed between a failed insert and the search for its attempt. */
const MAX_BEGIN_TRIES = 5;
/** Pauses between polls of an attempt that another process runs, milliseconds. */
const POLL_MS = { first: 150, longest: 1_000 };

/** Handles the checkout command: begins an attempt, or joins the one that already has its key. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly database: DataSource,
    private readonly attempts: AttemptStore,
    private readonly gate: RestoreGate,
    private readonly worker: CheckoutWorker,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the outcome, or `pending` after `waitMs`. Throws KEY_REUSED if the key belongs to another body. Throws
   * UNAVAILABLE with `details.taken` false if no attempt was recorded; after any other error the outcome is open.
   */
  async checkout(command: CheckoutCommand): Promise<CheckoutOutcome> {
    const { outcome, orderId } = await this.beginAndWait(command);
    const hasOtherNumber = orderId !== command.orderId;
    if (command.isNumberKnown && (outcome.outcome === 'refused' || hasOtherNumber))
      await this.recordCancelledOrder(command.orderId);
    return outcome;
  }

  private async beginAndWait(command: CheckoutCommand): Promise<{ outcome: CheckoutOutcome; orderId: string }> {
    const { orderId: firstId, key, items, buyerDetails, expectedTotal = null, browserId } = command;
    const sender = { paymentToken: command.paymentToken, network: command.network ?? null };
    const request = { items, buyerDetails, expectedTotal, holder: { browserId } };
    const fresh = { orderId: firstId, key, fingerprint: fingerprint(command), request };
    const { attempt, isNew } = await this.beginOrJoin(fresh);
    const { orderId } = attempt;
    if (isNew) void this.worker.start(attempt, sender);
    else if (attempt.fingerprint !== fresh.fingerprint)
      throw new AppError('KEY_REUSED', 'This Idempotency-Key was used for another order. Please send a new one.');
    return { outcome: await this.waitForOutcome(orderId, sender, command.waitMs), orderId };
  }

  async checkKey(key: string): Promise<{ isKnown: boolean }> {
    return { isKnown: (await this.attempts.findByKey(key)) !== null };
  }

  async checkFirstTime({ email }: EmailQuery): Promise<FirstTime> {
    return { isFirstTime: await isFirstOrder(this.database.manager, email) };
  }

  /**
   * Returns the attempt that has the key. If an earlier attempt freed the key, the new one gets a random order id,
   * because catalog refuses to reserve for a released order.
   */
  private async beginOrJoin(fresh: NewAttempt): Promise<{ attempt: CheckoutAttempt; isNew: boolean }> {
    let { orderId } = fresh;
    for (let tries = 1; tries <= MAX_BEGIN_TRIES; tries += 1) {
      const begun = await this.begin({ ...fresh, orderId });
      if (begun && begun !== 'closed') return { attempt: begun, isNew: true };
      const known = await this.attempts.findByKey(fresh.key);
      if (known) return { attempt: known, isNew: false };
      if (begun === 'closed') throw reconcilingAfterRestore();
      orderId = randomUUID();
    }
    throw notTaken();
  }

  /** Returns null if the key or order id is known, `closed` while the restore gate refuses new attempts. */
  private async begin(fresh: NewAttempt): Promise<CheckoutAttempt | 'closed' | null> {
    try {
      return await withRetry(async () => ((await this.gate.isClosed()) ? 'closed' : this.attempts.begin(fresh)));
    } catch (error) {
      if (!(error instanceof AppError))
        this.logger.error({ orderId: fresh.orderId, err: error }, 'attempt not recorded');
      else if (error.code !== 'UNAVAILABLE') throw error;
      throw notTaken();
    }
  }

  /** Waits up to `waitMs` for the end of an attempt. If its lease ran out, takes it over with this command's sender. */
  private async waitForOutcome(orderId: string, sender: Sender, waitMs: number): Promise<CheckoutOutcome> {
    const end = this.clock.now() + waitMs;
    // The pause grows, so that hundreds of waiting buyers do not slow a slow shop further by polling.
    for (let pause = POLL_MS.first; ; pause = Math.min(pause * 1.5, POLL_MS.longest)) {
      const left = Math.max(0, end - this.clock.now());
      const run = this.worker.currentRun(orderId);
      const attempt = (run && (await atMost(left, run, this.clock))) ?? (await this.attempts.find(orderId));
      if (!attempt) throw new Error(`Attempt ${orderId} has vanished.`);
      if (isOver(attempt.state)) return toOutcome(attempt);
      if (this.clock.now() >= end) return this.pendingOutcome(attempt);
      if (attempt.leaseUntil.getTime() < this.clock.wall()) {
        const taken = await this.attempts.acquireLease(orderId);
        // Behind a closed gate the attempt is from a backup: its geode may have been sold since, so nothing is charged.
        if (taken) void this.worker.start(taken, (await this.gate.isClosed()) ? null : sender);
      }
      if (!this.worker.currentRun(orderId)) await this.clock.sleep(Math.min(pause, left));
    }
  }

  /** Records the order, so that its number is found, under the attempt's row lock; then responds with the number. */
  private async pendingOutcome({ orderId }: CheckoutAttempt): Promise<CheckoutOutcome> {
    const attempt = await this.database.transaction(async (manager) => {
      const locked = await this.lock(manager, orderId);
      if (!isOver(locked.state)) await recordOrder(manager, locked, 'confirming');
      return locked;
    });
    return isOver(attempt.state)
      ? toOutcome(attempt)
      : { outcome: 'pending', order: toPlacedOrder(attempt, 'pending') };
  }

  /** Records a cancelled order under a number that the buyer may have seen, so that the number is found. */
  private async recordCancelledOrder(orderId: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const attempt = await this.lock(manager, orderId);
      await recordOrder(manager, attempt, 'confirming');
      await cancelOrders(manager, [orderId]);
    });
  }

  private lock(manager: EntityManager, orderId: string): Promise<CheckoutAttempt> {
    return manager.findOneOrFail(CheckoutAttempt, { where: { orderId }, lock: { mode: 'pessimistic_write' } });
  }
}

const toPlacedOrder = (attempt: CheckoutAttempt, status: PlacedOrder['status']): PlacedOrder => ({
  orderId: attempt.orderId,
  orderNumber: orderNumber(attempt.orderId),
  total: attempt.totalCents === null ? null : dollars(attempt.totalCents),
  discount: attempt.discountCents === null ? null : dollars(attempt.discountCents),
  status,
});

const toOutcome = (attempt: CheckoutAttempt): CheckoutOutcome =>
  attempt.state === 'paid'
    ? { outcome: 'paid', order: toPlacedOrder(attempt, 'paid') }
    : { outcome: 'refused', error: attempt.refusal ?? notCompleted() };

/**
 * Hashes what a repeated Idempotency-Key must repeat: items, buyer and expected total. It leaves out the hold and the
 * payment token, because a reloaded card form creates a new token.
 */
export const fingerprint = ({ items, buyerDetails: b, expectedTotal }: CreateOrderBody): string => {
  const canonical = [
    items.map(({ geodeId, quantity }) => [geodeId, quantity]).sort(),
    [b.email, b.firstName, b.lastName, b.address, b.city, b.state, b.zipCode, b.phone ?? ''],
    expectedTotal ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
};

const notTaken = (): AppError => new AppError('UNAVAILABLE', unavailable('orders').message, { taken: false });
