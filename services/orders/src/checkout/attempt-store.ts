import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type AttemptState, mayFollow } from './attempt-states.js';
import { type AttemptRequest, CheckoutAttempt, type Refusal } from './checkout-attempt.entity.js';

/** A worker holds an attempt this long without a sign of life, milliseconds. */
export const LEASE_MS = 8_000;
/** The sweep waits this much longer, so that a buyer who asks again takes over before it gives up, milliseconds. */
export const SWEEP_GRACE_MS = 3_000;

/** Another worker has the attempt now; whoever sees this stops and changes nothing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface NewAttempt {
  orderId: string;
  key: string;
  fingerprint: string;
  request: AttemptRequest;
}

type Changes = Partial<Pick<CheckoutAttempt, 'key' | 'lines' | 'discountCents' | 'totalCents' | 'refusal'>>;

/** Attempts, their leases and their guarded transitions. All times are the database's own. */
@Injectable()
export class AttemptStore {
  constructor(private readonly database: DataSource) {}

  /** Records a new attempt with a lease for the caller; null where the key (or order id) is known. */
  async begin(fresh: NewAttempt): Promise<CheckoutAttempt | null> {
    const leaseToken = randomUUID();
    const paymentAttemptId = randomUUID();
    const rows: { lease_until: Date; created_at: Date }[] = await this.database.query(
      `INSERT INTO checkout_attempt
         (order_id, key, fingerprint, state, payment_attempt_id, request, lease_token, lease_until)
       VALUES ($1, $2, $3, 'reserving', $4, $5, $6, now() + $7 * interval '1 millisecond')
       ON CONFLICT DO NOTHING RETURNING lease_until, created_at`,
      [fresh.orderId, fresh.key, fresh.fingerprint, paymentAttemptId, fresh.request, leaseToken, LEASE_MS],
    );
    const [row] = rows;
    if (!row) return null;
    return this.database.getRepository(CheckoutAttempt).create({
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
    });
  }

  /**
   * Records attempts that end as they begin, in one statement: whoever asks again under the key is told the same. Tells
   * for each whether it was new; one whose key is known is left alone.
   */
  async recordRefused(attempts: (NewAttempt & { refusal: Refusal })[]): Promise<boolean[]> {
    const rows = attempts
      .map(({ orderId, ...rest }) => ({ order_id: orderId, ...rest }))
      // one order for all, so that two instances never wait for each other's rows
      .sort((a, b) => (a.order_id < b.order_id ? -1 : 1));
    const recorded: { order_id: string }[] = await this.database.query(
      `INSERT INTO checkout_attempt
         (order_id, key, fingerprint, state, payment_attempt_id, request, refusal, lease_until)
       SELECT order_id, key, fingerprint, 'refused', gen_random_uuid(), request, refusal, now()
         FROM jsonb_to_recordset($1) AS row (order_id uuid, key text, fingerprint text, request jsonb, refusal jsonb)
       ON CONFLICT DO NOTHING RETURNING order_id`,
      [JSON.stringify(rows)],
    );
    const isNew = new Set(recorded.map(({ order_id }) => order_id));
    return attempts.map(({ orderId }) => isNew.delete(orderId.toLowerCase()));
  }

  find(orderId: string): Promise<CheckoutAttempt | null> {
    return this.database.getRepository(CheckoutAttempt).findOneBy({ orderId });
  }

  findByKey(key: string): Promise<CheckoutAttempt | null> {
    return this.database.getRepository(CheckoutAttempt).findOneBy({ key });
  }

  /** Takes an open attempt whose lease has run out; null where it is over or somebody works on it. */
  async takeOver(orderId: string): Promise<CheckoutAttempt | null> {
    const [rows]: [{ order_id: string }[], number] = await this.database.query(
      `UPDATE checkout_attempt SET lease_token = $2, lease_until = now() + $3 * interval '1 millisecond'
       WHERE order_id = $1 AND lease_until < now() AND state NOT IN ('paid', 'refused') RETURNING order_id`,
      [orderId, randomUUID(), LEASE_MS],
    );
    return rows.length === 0 ? null : this.find(orderId);
  }

  /** Takes up to `limit` open attempts that nobody has worked on for a while. */
  async takeAbandoned(limit: number): Promise<CheckoutAttempt[]> {
    const [rows]: [{ order_id: string }[], number] = await this.database.query(
      `UPDATE checkout_attempt SET lease_token = gen_random_uuid(), lease_until = now() + $2 * interval '1 millisecond'
       WHERE order_id IN (
         SELECT order_id FROM checkout_attempt
         WHERE state NOT IN ('paid', 'refused') AND lease_until < now() - $3 * interval '1 millisecond'
         ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING order_id`,
      [limit, LEASE_MS, SWEEP_GRACE_MS],
    );
    if (rows.length === 0) return [];
    return this.database.getRepository(CheckoutAttempt).findBy(rows.map(({ order_id }) => ({ orderId: order_id })));
  }

  /** Prolongs the lease; false where it is lost. */
  async prolong({ orderId, leaseToken }: CheckoutAttempt): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.query(
      `UPDATE checkout_attempt SET lease_until = now() + $3 * interval '1 millisecond'
       WHERE order_id = $1 AND lease_token = $2`,
      [orderId, leaseToken, LEASE_MS],
    );
    return count === 1;
  }

  /** Lets go of an open attempt; the sweep takes it up again after `pauseMs` milliseconds. */
  async letGo({ orderId, leaseToken }: CheckoutAttempt, pauseMs: number): Promise<void> {
    await this.database.query(
      `UPDATE checkout_attempt SET lease_token = NULL, lease_until = now() + $3 * interval '1 millisecond'
       WHERE order_id = $1 AND lease_token = $2`,
      [orderId, leaseToken, pauseMs],
    );
  }

  /**
   * Moves an attempt on, compare-and-set on its state and lease. Inside the caller's transaction where `manager` is
   * given. Throws LeaseLost where another worker moved it or took it.
   */
  async move(
    attempt: CheckoutAttempt,
    to: AttemptState,
    changes: Changes = {},
    manager: EntityManager = this.database.manager,
  ): Promise<CheckoutAttempt> {
    if (!mayFollow(attempt.state, to)) throw new Error(`A checkout cannot go from ${attempt.state} to ${to}.`);
    const { key, lines, discountCents, totalCents, refusal } = changes;
    const [, moved]: [unknown, number] = await manager.query(
      `UPDATE checkout_attempt
          SET state = $4, lines = coalesce($5, lines), discount_cents = coalesce($6, discount_cents),
              total_cents = coalesce($7, total_cents), refusal = coalesce($8, refusal), key = coalesce($9, key),
              updated_at = now()
        WHERE order_id = $1 AND lease_token = $2 AND state = $3`,
      [
        attempt.orderId,
        attempt.leaseToken,
        attempt.state,
        to,
        lines && JSON.stringify(lines),
        discountCents,
        totalCents,
        refusal,
        key,
      ],
    );
    if (moved !== 1) throw new LeaseLost();
    return Object.assign(Object.create(CheckoutAttempt.prototype) as CheckoutAttempt, attempt, changes, { state: to });
  }
}
