import { join } from 'node:path';
import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/refund.js';
import type { CardToken } from '../web-payments/issue-card-token.js';
import type { PendingEvent, WebhookEvent } from '../webhooks/webhook-event.js';
import { Journal } from './journal.js';
import { TimeIndex } from './time-index.js';

/** Endpoints with idempotency keys. Each has a separate key space. */
export type KeyScope = 'create' | 'update' | 'refund';

/** The response under an idempotency key, returned again for the same body. */
interface KeyRecord {
  scope: KeyScope;
  key: string;
  fingerprint: string;
  at: string;
  /** The payment or refund created under this key. */
  subjectId: string;
  status: number;
  reply: unknown;
}

/**
 * One line of the journal: all changes of one step, so a step is on disk completely or not at all. Objects are stored
 * completely; a later version replaces an earlier one.
 */
export interface Change {
  payments?: readonly Payment[];
  refunds?: readonly Refund[];
  keys?: readonly KeyRecord[];
  tokens?: readonly CardToken[];
  /** Notifications to send; their object is in the same change. */
  events?: readonly WebhookEvent[];
  /** Ids of notifications that were delivered or given up. */
  settledEvents?: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Square does not publish how long it keeps keys. */
const KEY_LIFE_MS = 30 * DAY_MS;
/** A token is valid for a day. For a second day it is still distinguished from an unknown one. */
const TOKEN_LIFE_MS = 2 * DAY_MS;
const SMALLEST_COMPACTION_BYTES = 4 * 1024 * 1024;

/**
 * The simulator's state. One process writes it and each step is synchronous, so a check and the following change need no
 * lock. Respond only after `written()`.
 */
export class Ledger {
  private readonly paymentsById = new Map<string, Payment>();
  private readonly refundsById = new Map<string, Refund>();
  private readonly keys = new Map<string, KeyRecord>();
  private readonly tokens = new Map<string, CardToken>();
  private readonly events = new Map<string, PendingEvent>();
  private readonly byReference = new Map<string, string[]>();
  private readonly byPayment = new Map<string, string[]>();
  private readonly approved = new Map<string, number>();
  private readonly unsettled = new Set<string>();
  private readonly paymentTimes = new TimeIndex();
  private readonly refundTimes = new TimeIndex();
  private journal: Journal | undefined;

  private constructor() {}

  /** Reads the journal in `folder`, which is created if missing. */
  static async open(folder: string, onFailure: (error: unknown) => void): Promise<Ledger> {
    const ledger = new Ledger();
    const path = join(folder, 'ledger.jsonl');
    const { journal, lines, bytes } = await Journal.open(path, (change) => ledger.apply(change), onFailure);
    ledger.forgetOld(Date.now());
    if (bytes > SMALLEST_COMPACTION_BYTES && lines > 2 * ledger.size) await journal.replaceWith(ledger.state());
    ledger.journal = journal;
    return ledger;
  }

  commit(change: Change): void {
    this.apply(change);
    this.journal?.append(change);
  }

  /** Resolves when all changes so far survive a killed process. */
  async written(): Promise<void> {
    await this.journal?.written();
  }

  async close(): Promise<void> {
    await this.journal?.close();
  }

  payment(id: string): Payment | undefined {
    return this.paymentsById.get(id);
  }

  refund(id: string): Refund | undefined {
    return this.refundsById.get(id);
  }

  key(scope: KeyScope, key: string): KeyRecord | undefined {
    return this.keys.get(`${scope} ${key}`);
  }

  token(token: string): CardToken | undefined {
    return this.tokens.get(token);
  }

  /** Yields payments created in [from, to] (ms), in order. */
  *payments(from = 0, to = Infinity, newestFirst = false): Generator<Payment> {
    for (const id of this.paymentTimes.between(from, to, newestFirst)) yield this.paymentsById.get(id) as Payment;
  }

  *refunds(from = 0, to = Infinity, newestFirst = false): Generator<Refund> {
    for (const id of this.refundTimes.between(from, to, newestFirst)) yield this.refundsById.get(id) as Refund;
  }

  paymentsOfReference(referenceId: string): Payment[] {
    return (this.byReference.get(referenceId) ?? []).map((id) => this.paymentsById.get(id) as Payment);
  }

  refundsOf(paymentId: string): Refund[] {
    return (this.byPayment.get(paymentId) ?? []).map((id) => this.refundsById.get(id) as Refund);
  }

  /** Returns the authorisations that have expired at `now` (ms). */
  lapsed(now: number): Payment[] {
    return [...this.approved].filter(([, until]) => until <= now).map(([id]) => this.paymentsById.get(id) as Payment);
  }

  pendingRefunds(): Refund[] {
    return [...this.unsettled].map((id) => this.refundsById.get(id) as Refund);
  }

  pendingEvents(): PendingEvent[] {
    return [...this.events.values()];
  }

  pendingEvent(id: string): PendingEvent | undefined {
    return this.events.get(id);
  }

  private get size(): number {
    return this.paymentsById.size + this.refundsById.size + this.keys.size + this.tokens.size + this.events.size;
  }

  private apply(change: Change): void {
    for (const payment of change.payments ?? []) this.putPayment(payment);
    for (const refund of change.refunds ?? []) this.putRefund(refund);
    for (const record of change.keys ?? []) this.keys.set(`${record.scope} ${record.key}`, record);
    for (const token of change.tokens ?? []) this.tokens.set(token.token, token);
    const subjects = [...(change.payments ?? []), ...(change.refunds ?? [])];
    for (const event of change.events ?? []) {
      const subject = subjects.find(({ id }) => id === event.subjectId);
      if (subject) this.events.set(event.id, { ...event, subject });
    }
    for (const id of change.settledEvents ?? []) this.events.delete(id);
  }

  private putPayment(payment: Payment): void {
    if (!this.paymentsById.has(payment.id)) {
      this.paymentTimes.add(payment.id, Date.parse(payment.created_at));
      if (payment.reference_id) {
        const same = this.byReference.get(payment.reference_id);
        if (same) same.push(payment.id);
        else this.byReference.set(payment.reference_id, [payment.id]);
      }
    }
    this.paymentsById.set(payment.id, payment);
    if (payment.status === 'APPROVED' && payment.delayed_until)
      this.approved.set(payment.id, Date.parse(payment.delayed_until));
    else this.approved.delete(payment.id);
  }

  private putRefund(refund: Refund): void {
    if (!this.refundsById.has(refund.id)) {
      this.refundTimes.add(refund.id, Date.parse(refund.created_at));
      const same = this.byPayment.get(refund.payment_id);
      if (same) same.push(refund.id);
      else this.byPayment.set(refund.payment_id, [refund.id]);
    }
    this.refundsById.set(refund.id, refund);
    if (refund.status === 'PENDING') this.unsettled.add(refund.id);
    else this.unsettled.delete(refund.id);
  }

  private forgetOld(now: number): void {
    for (const [id, record] of this.keys) if (Date.parse(record.at) < now - KEY_LIFE_MS) this.keys.delete(id);
    for (const [id, token] of this.tokens) if (Date.parse(token.issuedAt) < now - TOKEN_LIFE_MS) this.tokens.delete(id);
  }

  /** Returns the changes that lead to the present state. Events first: they contain an older state of their object. */
  private *state(): Generator<Change> {
    for (const { subject, ...event } of this.events.values()) {
      yield 'payment_id' in subject
        ? { refunds: [subject], events: [event] }
        : { payments: [subject], events: [event] };
    }
    for (const payment of this.payments()) yield { payments: [payment] };
    for (const refund of this.refunds()) yield { refunds: [refund] };
    for (const record of this.keys.values()) yield { keys: [record] };
    for (const token of this.tokens.values()) yield { tokens: [token] };
  }
}
