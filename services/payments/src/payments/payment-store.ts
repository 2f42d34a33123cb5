import { Inject, Injectable } from '@nestjs/common';
import { Between, DataSource, In, type Repository } from 'typeorm';
import { moneyTaken, paymentOutcomes } from '../metrics.js';
import { type CreateRequest, Payment } from './payment.entity.js';
import { assertTransition, type PaymentState } from './payment-states.js';

type Learnt = Partial<Record<'squarePaymentId' | 'declineCode' | 'declineMessage', string>>;

/** An attempt that Square may be asked to authorise. */
export type Asked = Pick<Payment, 'id' | 'request' | 'authoriseStartedAt'>;

export type Stuck = Pick<Payment, 'id' | 'state'>;

/** Attempts in the database. Every change of state is one compare-and-set statement; nothing holds a transaction. */
@Injectable()
export class PaymentStore {
  private readonly payments: Repository<Payment>;

  constructor(@Inject(DataSource) database: DataSource) {
    this.payments = database.getRepository(Payment);
  }

  find(id: string): Promise<Payment | null> {
    return this.payments.findOneBy({ id });
  }

  /** Throws where the attempt, which this service never deletes, is not there. */
  get(id: string): Promise<Payment> {
    return this.payments.findOneByOrFail({ id });
  }

  findAll(ids: string[]): Promise<Payment[]> {
    return this.payments.findBy({ id: In(ids) });
  }

  findBySquareId(squarePaymentId: string): Promise<Payment | null> {
    return this.payments.findOneBy({ squarePaymentId });
  }

  /** Records what Square will be sent, unless the attempt is known. Null: it is, and its first request stands. */
  async recordRequest(id: string, request: CreateRequest, orderId?: string): Promise<Asked | null> {
    const [recorded] = (await this.payments.query(
      `INSERT INTO payment (id, state, amount_cents, request, order_id, authorise_started_at, version)
       VALUES ($1, 'authorising', $2, $3, $4, now(), 1)
       ON CONFLICT DO NOTHING RETURNING authorise_started_at`,
      [id, request.amountCents, request, orderId ?? null],
    )) as { authorise_started_at: Date }[];
    return recorded ? { id, request, authoriseStartedAt: recorded.authorise_started_at } : null;
  }

  /** Makes sure that an attempt nobody has heard of is never authorised. False: it is known. */
  async recordTombstone(id: string): Promise<boolean> {
    const rows = (await this.payments.query(
      `INSERT INTO payment (id, state, version) VALUES ($1, 'voided', 1) ON CONFLICT DO NOTHING RETURNING id`,
      [id],
    )) as unknown[];
    if (rows.length > 0) paymentOutcomes.inc({ outcome: 'voided' });
    return rows.length > 0;
  }

  /**
   * Sets `to` where the attempt is in one of the states `from`; null where it no longer is. The card's token goes
   * with the first move: only `authorising` sends it. The sweep asks for the refund of an `owed` one again after a
   * minute. Throws on a move that the table of states does not know.
   */
  async move(
    id: string,
    from: readonly PaymentState[],
    to: PaymentState,
    learnt: Learnt = {},
  ): Promise<Pick<Payment, 'squarePaymentId'> | null> {
    assertTransition(from, to);
    const [[moved]] = (await this.payments.query(
      `UPDATE payment
          SET state = $3, square_payment_id = coalesce($4, square_payment_id),
              decline_code = coalesce($5, decline_code), decline_message = coalesce($6, decline_message),
              request = request - 'sourceId' - 'buyerEmailAddress', version = version + 1, updated_at = now(),
              sweeps = CASE $3 WHEN 'owed' THEN 0 ELSE sweeps END,
              sweep_after = CASE $3 WHEN 'owed' THEN now() + interval '1 minute' ELSE sweep_after END
        WHERE id = $1 AND state = ANY($2)
        RETURNING amount_cents, square_payment_id`,
      [id, from, to, learnt.squarePaymentId, learnt.declineCode, learnt.declineMessage],
    )) as [{ amount_cents: number | null; square_payment_id: string | null }[], number];
    if (!moved) return null;
    paymentOutcomes.inc({ outcome: to });
    if (to === 'captured') moneyTaken.inc(moved.amount_cents ?? 0);
    return { squarePaymentId: moved.square_payment_id };
  }

  /** Whether the attempt is captured by this payment of Square for this amount, and no difference of it is open. */
  async isSettled(payment: { attemptId: string; squarePaymentId: string; amountCents: number }): Promise<boolean> {
    const rows = (await this.payments.query(
      `SELECT FROM payment WHERE id = $1 AND state = 'captured' AND square_payment_id = $2 AND amount_cents = $3
         AND NOT EXISTS (SELECT FROM difference WHERE square_payment_id = $2 AND state IN ('open', 'seen'))`,
      [payment.attemptId, payment.squarePaymentId, payment.amountCents],
    )) as unknown[];
    return rows.length > 0;
  }

  /** The refund of an `owed` attempt is asked for no more: Square has failed it, and will not take another. */
  async leaveOwed(id: string): Promise<void> {
    await this.payments.update({ id, state: 'owed' }, { sweepAfter: null });
  }

  /**
   * Brings attempts up to date whose refunds ended otherwise than they began. Returns Square's ids of those whose money
   * is on its way back now.
   */
  async followRefunds(squarePaymentIds: string[]): Promise<string[]> {
    const [rows] = (await this.payments.query(
      `UPDATE payment SET state = refunds.state, sweep_after = NULL, version = version + 1, updated_at = now()
       FROM (SELECT square_payment_id,
               CASE WHEN bool_and(status IN ('FAILED', 'REJECTED')) THEN 'owed' ELSE 'refunded' END AS state
             FROM refund WHERE square_payment_id = ANY($1) GROUP BY square_payment_id) AS refunds
       WHERE payment.square_payment_id = refunds.square_payment_id AND payment.state IN ('refunded', 'owed')
         AND payment.state <> refunds.state
       RETURNING payment.square_payment_id, payment.state`,
      [squarePaymentIds],
    )) as [{ square_payment_id: string; state: PaymentState }[], number];
    for (const { state } of rows) paymentOutcomes.inc({ outcome: state });
    return rows.flatMap(({ square_payment_id, state }) => (state === 'refunded' ? square_payment_id : []));
  }

  /** Notes which payment of Square the attempt has, where that was not known. */
  async learnSquareId(id: string, squarePaymentId: string): Promise<void> {
    await this.payments
      .createQueryBuilder()
      .update()
      .set({ squarePaymentId })
      .where('id = :id AND square_payment_id IS NULL', { id })
      .execute();
  }

  /** Square's ids of the payments that we hold for authorised or taken, by when their attempts began. */
  async findTaken(from: Date, to: Date): Promise<string[]> {
    const rows = await this.payments.find({
      select: { squarePaymentId: true },
      where: { createdAt: Between(from, to), state: In(['authorised', 'capturing', 'captured']) },
      order: { createdAt: 'ASC' },
    });
    return rows.flatMap(({ squarePaymentId }) => squarePaymentId ?? []);
  }

  /**
   * Takes up attempts that are stuck: being voided for 5 s and more, or authorising for longer than anything can still
   * be authorised. Each is left alone for 5 to 30 s then, longer with every time; nobody else gets it meanwhile. The
   * refund of an `owed` one is asked for six times within a day.
   */
  async claimStuck(limit: number): Promise<Stuck[]> {
    const [rows] = (await this.payments.query(
      `WITH stuck AS MATERIALIZED (
         SELECT id FROM payment
         WHERE state IN ('authorising', 'voiding', 'owed')
           AND CASE state
             WHEN 'owed' THEN sweep_after < now() AND sweeps < 6
             WHEN 'voiding' THEN updated_at < now() - interval '5 seconds'
             ELSE updated_at < now() - interval '15 minutes' END
           AND (sweep_after IS NULL OR sweep_after < now())
         ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE payment SET sweeps = sweeps + 1,
         sweep_after = now() + CASE state
           WHEN 'owed' THEN 4 ^ (sweeps + 1) * interval '1 minute'
           ELSE least(30, 5 * 2 ^ least(sweeps, 3)) * interval '1 second' END
       FROM stuck WHERE payment.id = stuck.id RETURNING payment.id, payment.state`,
      [limit],
    )) as [Stuck[], number];
    return rows;
  }
}
