import { Inject, Injectable } from '@nestjs/common';
import { Between, DataSource, In, type QueryDeepPartialEntity, type Repository } from 'typeorm';
import { paymentOutcomes } from '../metrics.js';
import { type CreateRequest, Payment } from './payment.entity.js';
import { assertTransition, type PaymentState } from './payment-states.js';

type Learnt = Pick<QueryDeepPartialEntity<Payment>, 'squarePaymentId' | 'declineCode' | 'declineMessage'>;

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

  /** Records what Square will be sent, unless the attempt is known. False: it is, and its first request stands. */
  async recordRequest(id: string, request: CreateRequest, orderId?: string): Promise<boolean> {
    return this.insert({
      id,
      state: 'authorising',
      amountCents: request.amountCents,
      request: { ...request },
      orderId: orderId ?? null,
      authoriseStartedAt: () => 'now()',
    });
  }

  /** Makes sure that an attempt nobody has heard of is never authorised. False: it is known. */
  async recordTombstone(id: string): Promise<boolean> {
    const inserted = await this.insert({ id, state: 'voided' });
    if (inserted) paymentOutcomes.inc({ outcome: 'voided' });
    return inserted;
  }

  /**
   * Sets `to` where the attempt is in one of the states `from`; false where it no longer is. The card's token goes
   * with the first move: only `authorising` sends it. Throws on a move that the table of states does not know.
   */
  async move(id: string, from: readonly PaymentState[], to: PaymentState, learnt: Learnt = {}): Promise<boolean> {
    assertTransition(from, to);
    const { affected } = await this.payments
      .createQueryBuilder()
      .update()
      .set({ ...learnt, state: to, request: () => `request - 'sourceId' - 'buyerEmailAddress'` })
      .where({ id, state: In(from) })
      .execute();
    if (affected === 0) return false;
    paymentOutcomes.inc({ outcome: to });
    return true;
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
   * be authorised. Each is left alone for 5 to 30 s then, longer with every time; nobody else gets it meanwhile.
   */
  async claimStuck(limit: number): Promise<string[]> {
    const [rows] = (await this.payments.query(
      `WITH stuck AS MATERIALIZED (
         SELECT id FROM payment
         WHERE (state = 'voiding' AND updated_at < now() - interval '5 seconds'
             OR state = 'authorising' AND updated_at < now() - interval '15 minutes')
           AND (sweep_after IS NULL OR sweep_after < now())
         ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE payment SET sweeps = sweeps + 1,
         sweep_after = now() + least(30, 5 * 2 ^ least(sweeps, 3)) * interval '1 second'
       FROM stuck WHERE payment.id = stuck.id RETURNING payment.id`,
      [limit],
    )) as [{ id: string }[], number];
    return rows.map(({ id }) => id);
  }

  private async insert(payment: QueryDeepPartialEntity<Payment>): Promise<boolean> {
    const { raw } = await this.payments
      .createQueryBuilder()
      .insert()
      .values(payment)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }
}
