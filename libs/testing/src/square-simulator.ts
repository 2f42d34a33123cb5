import { randomUUID } from 'node:crypto';
import { bodyOf, send } from './shop-client.js';

/** A payment in Square's ledger; cents. */
export interface LedgerPayment {
  id: string;
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  /** The attempt's id; anything else was not paid through the shop. */
  reference_id?: string;
  note?: string;
  amount_money: { amount: number; currency?: string };
  refunded_money?: { amount: number };
}

export interface LedgerRefund {
  id: string;
  payment_id: string;
  status: string;
  amount_money: { amount: number };
}

/** What goes wrong; docs/square-simulator.md lists the kinds. */
export interface SquareFault {
  operation?: 'create' | 'complete' | 'cancel' | 'get' | 'list' | 'refund' | 'any';
  /** `error` if left out: a response of this status, category and code. */
  kind?: string;
  status?: number;
  category?: string;
  code?: string;
  detail?: string;
  /** Seconds. */
  retryAfter?: number;
  count?: number;
  recorded?: boolean;
  delayMs?: number;
}

/** What was captured and not refunded, cents. */
export const keptCents = ({ status, amount_money, refunded_money }: LedgerPayment): number =>
  status === 'COMPLETED' ? amount_money.amount - (refunded_money?.amount ?? 0) : 0;

/** The simulator of Square as its dashboard, its till and its failures: what happens without the shop. */
export class SquareSimulator {
  constructor(readonly url: string) {}

  /** Payments and refunds, oldest first; all of them or those of one attempt. */
  ledger(referenceId?: string): Promise<{ payments: LedgerPayment[]; refunds: LedgerRefund[] }> {
    return this.call('GET', `/simulator/ledger${referenceId ? `?reference_id=${referenceId}` : ''}`);
  }

  async payments(): Promise<LedgerPayment[]> {
    return (await this.ledger()).payments;
  }

  /** The next `count` calls of the operation go wrong. */
  async fault(fault: SquareFault): Promise<void> {
    await this.call('POST', '/simulator/faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/simulator/faults');
  }

  /** Refunds in Square's dashboard; returns the refund's id. */
  async refund(paymentId: string, amountCents: number): Promise<string> {
    const amount_money = { amount: amountCents, currency: 'USD' };
    const body = { idempotency_key: randomUUID(), payment_id: paymentId, amount_money };
    return (await this.call<{ refund: { id: string } }>('POST', '/v2/refunds', body)).refund.id;
  }

  /** Captures a payment in Square's dashboard. */
  async capture(paymentId: string): Promise<void> {
    await this.call('POST', `/v2/payments/${paymentId}/complete`, {});
  }

  /** Makes a captured payment that the shop has not asked for; returns its id. */
  async charge(amountCents: number, referenceId?: string): Promise<string> {
    const { payment } = await this.call<{ payment: { id: string } }>('POST', '/v2/payments', {
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: randomUUID(),
      amount_money: { amount: amountCents, currency: 'USD' },
      reference_id: referenceId,
    });
    return payment.id;
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: 'Bearer test' };
    return bodyOf<T>(await send(method, this.url + path, { headers, timeoutMs: 15_000, ...(body ? { body } : {}) }));
  }
}
