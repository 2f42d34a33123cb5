import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import { Batcher, CLOCK, type Clock } from '@geodes/kit';
import { cancelOrders } from '../orders/order-records.js';
import { insertLetters } from '../letters/letter-store.js';
import { insertEvents, type NewEvent, newEvent } from '../outbox/outbox-row.js';
import { type AttemptState, mayFollow } from './attempt-states.js';
import { CheckoutAttempt, type Refusal } from './checkout-attempt.entity.js';
import type { Offer } from './pricing.js';

/** Lease of an attempt, milliseconds; its worker renews the lease every quarter of that. */
export const LEASE_MS = 8_000;
/** Recovery waits this much longer than the lease, milliseconds. */
const RECOVERY_GRACE_MS = 3_000;
/**
 * Recovery leaves an attempt before its pivot this long, milliseconds from its begin. For 30 seconds the gateway re-sends
 * the checkout command every few; the command brings the payment token and continues the attempt. Recovery has no token
 * and voids the attempt.
 */
const TOKEN_WAIT_MS = 35_000;

/** Another worker leased or moved the attempt. Callers stop and change nothing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export type NewAttempt = Pick<CheckoutAttempt, 'orderId' | 'key' | 'fingerprint' | 'request'>;

type Changes = Partial<Pick<CheckoutAttempt, 'key' | 'refusal'>>;

/** Stores attempts, their leases and their guarded transitions. All times come from the database's clock. */
@Injectable()
export class AttemptStore {
  private readonly outOfStock: Batcher<OutOfStock, boolean>;

  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.outOfStock = new Batcher((attempts) => this.refuseAll(attempts), REFUSED_BATCH_SIZE, clock);
  }

  /** Records a new attempt, leased to the caller. Returns null if its key or order id is known. */
  async begin(fresh: NewAttempt): Promise<CheckoutAttempt | null> {
    const leaseToken = randomUUID();
    const paymentAttemptId = randomUUID();
    const [row]: { lease_until: Date; created_at: Date }[] = await this.database.query(
      `INSERT INTO checkout_attempt
         (order_id, key, fingerprint, state, payment_attempt_id, request, lease_token, lease_until)
       VALUES ($1, $2, $3, 'reserving', $4, $5, $6, now() + $7 * interval '1 millisecond')
       ON CONFLICT DO NOTHING RETURNING lease_until, created_at`,
      [fresh.orderId, fresh.key, fresh.fingerprint, paymentAttemptId, fresh.request, leaseToken, LEASE_MS],
    );
    if (!row) return null;
    return {
      ...fresh,
      state: 'reserving',
      paymentAttemptId,
      lines: null,
      discountCents: null,
      totalCents: null,
      refusal: null,
      leaseToken,
      leaseUntil: row.lease_until,
      createdAt: row.created_at,
      updatedAt: row.created_at,
    };
  }

  find(orderId: string): Promise<CheckoutAttempt | null> {
    return this.database.getRepository(CheckoutAttempt).findOneBy({ orderId });
  }

  findByKey(key: string): Promise<CheckoutAttempt | null> {
    return this.database.getRepository(CheckoutAttempt).findOneBy({ key });
  }

  /** Leases an open attempt to the caller. Returns null if it is over or its lease has not run out. */
  async acquireLease(orderId: string): Promise<CheckoutAttempt | null> {
    const [rows]: [{ order_id: string }[], number] = await this.database.query(
      `UPDATE checkout_attempt SET lease_token = $2, lease_until = now() + $3 * interval '1 millisecond'
       WHERE order_id = $1 AND lease_until < now() AND state NOT IN ('paid', 'refused') RETURNING order_id`,
      [orderId, randomUUID(), LEASE_MS],
    );
    return rows.length === 0 ? null : this.find(orderId);
  }

  /**
   * Leases up to `limit` abandoned attempts to the caller: open ones whose lease ran out some time ago and whose command
   * is not re-sent any more, or that do not need its payment token.
   */
  async acquireAbandoned(limit: number): Promise<CheckoutAttempt[]> {
    const [rows]: [{ order_id: string }[], number] = await this.database.query(
      `UPDATE checkout_attempt SET lease_token = gen_random_uuid(), lease_until = now() + $2 * interval '1 millisecond'
       WHERE order_id IN (
         SELECT order_id FROM checkout_attempt
         WHERE state NOT IN ('paid', 'refused') AND lease_until < now() - $3 * interval '1 millisecond'
           AND (state NOT IN ('reserving', 'priced', 'authorising') OR created_at < now() - $4 * interval '1 millisecond')
         ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING order_id`,
      [limit, LEASE_MS, RECOVERY_GRACE_MS, TOKEN_WAIT_MS],
    );
    if (rows.length === 0) return [];
    return this.database.getRepository(CheckoutAttempt).findBy(rows.map(({ order_id }) => ({ orderId: order_id })));
  }

  /** Returns the age of the oldest open attempt in seconds; 0 if none is open. */
  async measureAge(): Promise<number> {
    const [{ age }] = await this.database.query<[{ age: number }]>(
      `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS age
         FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')`,
    );
    return age;
  }

  /** Returns false if the lease is lost. */
  async renewLease({ orderId, leaseToken }: CheckoutAttempt): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.query(
      `UPDATE checkout_attempt SET lease_until = now() + $3 * interval '1 millisecond'
       WHERE order_id = $1 AND lease_token = $2`,
      [orderId, leaseToken, LEASE_MS],
    );
    return count === 1;
  }

  /** Ends the caller's lease of an open attempt, which another worker may lease after `delayMs` milliseconds. */
  async releaseLease({ orderId, leaseToken }: CheckoutAttempt, delayMs: number): Promise<void> {
    await this.database.query(
      `UPDATE checkout_attempt SET lease_token = NULL, lease_until = now() + $3 * interval '1 millisecond'
       WHERE order_id = $1 AND lease_token = $2`,
      [orderId, leaseToken, delayMs],
    );
  }

  /**
   * Moves an attempt to its next state, compare-and-set on state and lease; in the caller's transaction if `manager` is
   * given. Throws LeaseLost if another worker moved or leased it.
   */
  async move(
    attempt: CheckoutAttempt,
    to: AttemptState,
    changes: Changes = {},
    manager: EntityManager = this.database.manager,
  ): Promise<CheckoutAttempt> {
    if (!mayFollow(attempt.state, to)) throw new Error(`A checkout cannot go from ${attempt.state} to ${to}.`);
    const [, moved]: [unknown, number] = await manager.query(
      `UPDATE checkout_attempt
          SET state = $4, refusal = coalesce($5, refusal), key = coalesce($6, key), updated_at = now()
        WHERE order_id = $1 AND lease_token = $2 AND state = $3`,
      [attempt.orderId, attempt.leaseToken, attempt.state, to, changes.refusal, changes.key],
    );
    if (moved !== 1) throw new LeaseLost();
    return { ...attempt, ...changes, state: to };
  }

  /**
   * Refuses an attempt whose geodes are out of stock and whose order catalog has released. Batches concurrent calls
   * into one transaction, because a popular geode has many losers at once. Throws LeaseLost.
   */
  async refuseOutOfStock(attempt: CheckoutAttempt, refusal: Refusal): Promise<CheckoutAttempt> {
    const { orderId, leaseToken } = attempt;
    const isRefused = await this.outOfStock.load({ order_id: orderId, lease_token: leaseToken, refusal });
    if (!isRefused) throw new LeaseLost();
    return { ...attempt, state: 'refused', refusal };
  }

  private async refuseAll(attempts: OutOfStock[]): Promise<boolean[]> {
    const refused = await this.database.transaction(async (manager) => {
      const [rows]: [{ order_id: string }[], number] = await manager.query(
        `UPDATE checkout_attempt SET state = 'refused', refusal = given.refusal, updated_at = now()
           FROM jsonb_to_recordset($1) AS given (order_id uuid, lease_token uuid, refusal jsonb)
          WHERE checkout_attempt.order_id = given.order_id AND checkout_attempt.lease_token = given.lease_token
            AND state = 'reserving'
         RETURNING checkout_attempt.order_id`,
        [JSON.stringify(attempts)],
      );
      const ids = rows.map(({ order_id }) => order_id);
      await cancelOrders(manager, ids);
      return new Set(ids);
    });
    return attempts.map(({ order_id }) => refused.has(order_id));
  }

  /**
   * Claims the buyer's first-order discount if it is free or already this order's, and fixes the price, in one
   * statement. The primary key on the email decides a race. Returns the offer that applies. If it is a refusal, the
   * claim is made but the attempt does not move and `priced` is undefined. Throws LeaseLost.
   */
  async price(
    attempt: CheckoutAttempt,
    lines: ReservedGeode[],
    { full, reduced }: { full: Offer; reduced: Offer },
  ): Promise<{ offer: Offer; priced: CheckoutAttempt | undefined }> {
    const [{ hasDiscount, isLeased, isPriced }] = await this.database.query<
      [Record<'hasDiscount' | 'isLeased' | 'isPriced', boolean>]
    >(
      `WITH leased AS (${LEASED} AND state = 'reserving' FOR UPDATE),
       claimed AS (
         INSERT INTO discount_claim (email, order_id)
         SELECT $3, order_id FROM leased
          WHERE NOT EXISTS (SELECT FROM shop_order WHERE email = $3 AND status <> 'cancelled' AND id <> $1)
         ON CONFLICT DO NOTHING RETURNING order_id),
       discount AS (
         SELECT EXISTS (SELECT FROM claimed)
             OR EXISTS (SELECT FROM discount_claim WHERE email = $3 AND order_id = $1) AS had),
       priced AS (
         UPDATE checkout_attempt
            SET state = 'authorising', lines = $4, updated_at = now(),
                discount_cents = CASE WHEN had THEN $5::int ELSE 0 END,
                total_cents = CASE WHEN had THEN $6::int ELSE $7::int END
           FROM leased, discount
          WHERE checkout_attempt.order_id = leased.order_id AND CASE WHEN had THEN $8::boolean ELSE $9::boolean END
         RETURNING 1)
       SELECT had AS "hasDiscount", EXISTS (SELECT FROM leased) AS "isLeased", EXISTS (SELECT FROM priced) AS "isPriced"
         FROM discount`,
      [
        attempt.orderId,
        attempt.leaseToken,
        attempt.request.buyerDetails.email,
        JSON.stringify(lines),
        reduced.discountCents,
        reduced.totalCents,
        full.totalCents,
        !reduced.refusal,
        !full.refusal,
      ],
    );
    if (!isLeased) throw new LeaseLost();
    const offer = hasDiscount ? reduced : full;
    if (!isPriced) return { offer, priced: undefined };
    const { discountCents, totalCents } = offer;
    return { offer, priced: { ...attempt, state: 'authorising', lines, discountCents, totalCents } };
  }

  /**
   * Marks the attempt and its order paid, records the buyer's first paid order, the letters and the outbox event, in one
   * statement. The caller publishes `event`. Locks the attempt before the order, like every transaction here, so that
   * none deadlock. Throws LeaseLost; throws, with nothing changed, if the order is not authorised.
   */
  async pay(
    attempt: CheckoutAttempt,
    squarePaymentId: string,
  ): Promise<{ paid: CheckoutAttempt; event: NewEvent | undefined }> {
    const event = newEvent('order.paid', attempt.orderId);
    const [{ isLeased, isPaid, isNew }] = await this.database.query<[Record<'isLeased' | 'isPaid' | 'isNew', boolean>]>(
      `WITH leased AS (${LEASED} AND state = 'authorised' FOR UPDATE),
       paid AS (
         UPDATE shop_order
            SET payment_state = 'captured', status = 'paid', square_payment_id = $3, updated_at = now()
           FROM leased WHERE id = leased.order_id AND payment_state = 'authorised'
         RETURNING id, email, created_at),
       first AS (
         INSERT INTO first_paid_order AS known (email, order_id, ordered_at) SELECT email, id, created_at FROM paid
         ON CONFLICT (email) DO UPDATE SET order_id = EXCLUDED.order_id, ordered_at = EXCLUDED.ordered_at
         WHERE (EXCLUDED.ordered_at, EXCLUDED.order_id) < (known.ordered_at, known.order_id)),
       moved AS (
         UPDATE checkout_attempt SET state = 'paid', updated_at = now() FROM paid WHERE order_id = paid.id),
       event AS (${insertEvents("SELECT $4::uuid, 'order.paid', id, $5::text FROM paid")} RETURNING id),
       letters AS (${insertLetters("SELECT kind, id::text, id FROM paid, unnest(ARRAY['order-paid', 'new-order']) AS kind")})
       SELECT EXISTS (SELECT FROM leased) AS "isLeased", EXISTS (SELECT FROM paid) AS "isPaid",
              EXISTS (SELECT FROM event) AS "isNew"`,
      [attempt.orderId, attempt.leaseToken, squarePaymentId, event.id, event.traceparent],
    );
    if (!isLeased) throw new LeaseLost();
    if (!isPaid) throw new Error(`Order ${attempt.orderId} is not authorised.`);
    return { paid: { ...attempt, state: 'paid' }, event: isNew ? event : undefined };
  }
}

const REFUSED_BATCH_SIZE = 100;

interface OutOfStock {
  order_id: string;
  lease_token: string | null;
  refusal: Refusal;
}

const LEASED = 'SELECT order_id FROM checkout_attempt WHERE order_id = $1 AND lease_token = $2';
