import { type Answer, isOutcome, orderIdOf } from '../actors/answers.js';
import type { RunContext } from '../schedule/run-context.js';
import type { Shop } from '../shop/shop.js';
import type { Site } from '../shop/slots.js';

interface Webhook {
  data: { object: { payment: { reference_id: string } } };
}

/** In these states of a payment something may still be charged. */
const MAY_CHARGE = ['authorising', 'authorised', 'capturing', 'captured', 'voiding'];

/** Looks, at the very moment, whether what must be true then is true. */
export class SafetyChecks {
  constructor(
    private readonly site: Site,
    private readonly around: RunContext,
    private readonly shop: Shop,
  ) {
    shop.onCapture = (attemptId) => this.see(this.aCapture(attemptId));
    shop.onMessage = async (subject, request) => {
      if (subject === 'payments.authorise') this.namePayment(request as { attemptId: string; note: string });
      if (subject === 'catalog.release-geodes') await this.aRelease((request as { orderId: string }).orderId);
      if (subject === 'payments.receive-webhook') await this.aWebhook((request as { body: string }).body);
    };
  }

  /** What a buyer is told is true when he is told it. */
  hears(answer: Answer): void {
    const { told } = answer;
    const orderId = orderIdOf(answer);
    const of = this.around.names.of(orderId);
    const isCharged = this.shop.square.ledger.payments.some(
      ({ status, request }) => status === 'COMPLETED' && numberIn(request.note) === orderId.slice(-8).toUpperCase(),
    );
    const isOther = 'code' in told && told.code === 'KEY_REUSED';
    if (told.status === 201 && !isCharged) this.around.violation(`201 for ${of} before it was charged`);
    if (told.status !== 201 && isOutcome(told) && !isOther && isCharged)
      this.around.violation(`${told.status} for ${of}, which is charged`);
    if (told.status === 202 && told.recorded) this.see(this.aPendingNumber(orderId));
  }

  /** For the schedule: the payment of an order is called after it. */
  private namePayment({ attemptId, note }: { attemptId: string; note: string }): void {
    const { names } = this.around;
    names.give(attemptId, `payment of ${names.ofNumber(numberIn(note))}`);
  }

  private see(look: Promise<void>): void {
    void this.around.scheduler.during(look);
  }

  /** A number that a buyer is told is found. */
  private async aPendingNumber(orderId: string): Promise<void> {
    const { rowCount } = await this.site.databases.orders.admin.query('SELECT FROM shop_order WHERE id = $1', [
      orderId,
    ]);
    if (rowCount !== 1) this.around.violation(`202 for ${this.around.names.of(orderId)}, which is not found`);
  }

  /** No card is charged before its order exists. */
  private async aCapture(attemptId: string): Promise<void> {
    const { rows } = await this.site.databases.orders.admin.query<{ payment_state: string }>(
      'SELECT payment_state FROM shop_order WHERE payment_attempt_id = $1',
      [attemptId],
    );
    const state = rows[0]?.payment_state;
    if (state === 'authorised') return;
    const order = state ? `its order is ${state}` : 'it has no order';
    this.around.violation(`${this.around.names.of(attemptId)} is captured while ${order}`);
  }

  /** When webhooks come is told by what they find. */
  private async aWebhook(body: string): Promise<void> {
    const event = JSON.parse(Buffer.from(body, 'base64').toString()) as Webhook;
    const { rows } = await this.site.databases.payments.admin.query<{ state: string }>(
      'SELECT state FROM payment WHERE id = $1',
      [event.data.object.payment.reference_id],
    );
    this.around.count(`a webhook while its payment is ${rows[0]?.state ?? 'unknown'}`);
  }

  /** Only a known outcome of the payment gives stones back. */
  private async aRelease(orderId: string): Promise<void> {
    const { orders, payments } = this.site.databases;
    const { rows: attempts } = await orders.admin.query<{ payment_attempt_id: string }>(
      'SELECT payment_attempt_id FROM checkout_attempt WHERE order_id = $1',
      [orderId],
    );
    const { rows } = await payments.admin.query<{ state: string }>('SELECT state FROM payment WHERE id = $1', [
      attempts[0]?.payment_attempt_id,
    ]);
    const state = rows[0]?.state;
    const attemptId = attempts[0]?.payment_attempt_id;
    const isLive = this.shop.square.ledger.payments.some(
      (payment) => payment.attemptId === attemptId && ['APPROVED', 'COMPLETED'].includes(payment.status),
    );
    // a voided one may still be authorised: by a create that lands after its cancel, which reconciliation finds
    if ((state && MAY_CHARGE.includes(state)) || (state === 'declined' && isLive))
      this.around.violation(
        `the stones of ${this.around.names.of(orderId)} are released while its payment is ${state}`,
      );
  }
}

/** The order's number in the note of its payment, as `paymentNote` writes it. */
const numberIn = (note = ''): string => /order ([0-9A-F]{8})/.exec(note)?.[1] ?? '';
