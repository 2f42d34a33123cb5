import { type RecordedResponse, isOutcome, orderIdOf } from '../actors/web.js';
import type { Shop } from '../shop/shop.js';
import type { TestBed } from '../shop/slots.js';
import type { WebhookBody } from '../fakes/square.js';
import type { RunContext } from './run-context.js';

/** Payment states in which the card may still be charged. */
const MAY_CHARGE = ['authorising', 'authorised', 'capturing', 'captured', 'voiding'];

/** Checks the invariants that must hold at the moment of a message, a capture or a response. */
export class SafetyChecks {
  /** The orders of the payments, by attempt id. */
  private readonly orderIds = new Map<string, string>();

  constructor(
    private readonly testBed: TestBed,
    private readonly context: RunContext,
    private readonly shop: Shop,
  ) {
    shop.onCapture = (attemptId) => this.runCheck(this.checkCapture(attemptId));
    shop.onMessage = async (subject, request) => {
      if (subject === 'payments.authorise') this.notePayment(request as { attemptId: string; orderId: string });
      if (subject === 'catalog.release-geodes') await this.checkRelease((request as { orderId: string }).orderId);
      if (subject === 'payments.receive-webhook') await this.countWebhook((request as { body: string }).body);
    };
  }

  /** Checks that a response is true when it arrives. */
  checkResponse(recorded: RecordedResponse): void {
    const { response } = recorded;
    const orderId = orderIdOf(recorded);
    const name = this.context.names.of(orderId);
    const isCharged = this.shop.square.ledger.payments.some(
      ({ status, attemptId }) => status === 'COMPLETED' && this.orderIds.get(attemptId) === orderId,
    );
    const isOtherBody = 'code' in response && response.code === 'KEY_REUSED';
    if (response.status === 201 && !isCharged) this.context.violation(`201 for ${name} before it was charged`);
    if (response.status !== 201 && isOutcome(response) && !isOtherBody && isCharged)
      this.context.violation(`${response.status} for ${name}, which is charged`);
    if (response.status === 202 && response.recorded) this.runCheck(this.checkPendingOrder(orderId));
  }

  /** Remembers a payment's order and names the payment after it, for the schedule. */
  private notePayment({ attemptId, orderId }: { attemptId: string; orderId: string }): void {
    const { names } = this.context;
    this.orderIds.set(attemptId, orderId);
    names.give(attemptId, `payment of ${names.of(orderId)}`);
  }

  private runCheck(check: Promise<void>): void {
    void this.context.scheduler.during(check);
  }

  /** An order number in a response must exist. */
  private async checkPendingOrder(orderId: string): Promise<void> {
    const { rowCount } = await this.testBed.databases.orders.admin.query('SELECT FROM shop_order WHERE id = $1', [
      orderId,
    ]);
    if (rowCount !== 1) this.context.violation(`202 for ${this.context.names.of(orderId)}, which is not found`);
  }

  /** No card is charged before its order exists. */
  private async checkCapture(attemptId: string): Promise<void> {
    const { rows } = await this.testBed.databases.orders.admin.query<{ payment_state: string }>(
      'SELECT payment_state FROM shop_order WHERE payment_attempt_id = $1',
      [attemptId],
    );
    const state = rows[0]?.payment_state;
    if (state === 'authorised') return;
    const order = state ? `its order is ${state}` : 'it has no order';
    this.context.violation(`${this.context.names.of(attemptId)} is captured while ${order}`);
  }

  /** Counts webhooks by the state of their payment, for the lower bounds of the tests. */
  private async countWebhook(body: string): Promise<void> {
    const event = JSON.parse(Buffer.from(body, 'base64').toString()) as WebhookBody;
    const { payment } = event.data.object;
    if (!payment) return;
    const { rows } = await this.testBed.databases.payments.admin.query<{ state: string }>(
      'SELECT state FROM payment WHERE id = $1',
      [payment.reference_id],
    );
    this.context.count(`a webhook while its payment is ${rows[0]?.state ?? 'unknown'}`);
  }

  /** Geodes are released only when their payment can no longer be charged. */
  private async checkRelease(orderId: string): Promise<void> {
    const { orders, payments } = this.testBed.databases;
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
    // a create may still arrive after the cancel of a voided payment; reconciliation voids it
    if ((state && MAY_CHARGE.includes(state)) || (state === 'declined' && isLive))
      this.context.violation(
        `the geodes of ${this.context.names.of(orderId)} are released while its payment is ${state}`,
      );
  }
}
