import { randomUUID } from 'node:crypto';
import { bodyOf, send } from './shop-client.js';

/** A payment in Square's ledger; cents. */
export interface LedgerPayment {
  id: string;
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  /** The attempt's id; otherwise the payment was not made through the shop. */
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

/** An injected fault; docs/square-simulator.md lists the kinds. */
export interface SquareFault {
  operation?: 'create' | 'complete' | 'cancel' | 'get' | 'list' | 'refund' | 'any';
  /** Defaults to `error`: a response with this status, category and code. */
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

/** Returns the captured amount minus refunds, cents. */
export const keptCents = ({ status, amount_money, refunded_money }: LedgerPayment): number =>
  status === 'COMPLETED' ? amount_money.amount - (refunded_money?.amount ?? 0) : 0;

/** Controls the Square simulator: reads its ledger, acts as its dashboard and injects faults. */
export class SquareSimulator {
  constructor(readonly url: string) {}

  /** Reads payments and refunds, oldest first, optionally of one attempt. */
  ledger(referenceId?: string): Promise<{ payments: LedgerPayment[]; refunds: LedgerRefund[] }> {
    return this.call('GET', `/simulator/ledger${referenceId ? `?reference_id=${referenceId}` : ''}`);
  }

  async payments(): Promise<LedgerPayment[]> {
    return (await this.ledger()).payments;
  }

  /** Makes the next `count` calls of an operation fail. */
  async fault(fault: SquareFault): Promise<void> {
    await this.call('POST', '/simulator/faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/simulator/faults');
  }

  /** Refunds a payment as in Square's dashboard; returns the refund's id. */
  async refund(paymentId: string, amountCents: number): Promise<string> {
    const amount_money = { amount: amountCents, currency: 'USD' };
    const body = { idempotency_key: randomUUID(), payment_id: paymentId, amount_money };
    return (await this.call<{ refund: { id: string } }>('POST', '/v2/refunds', body)).refund.id;
  }

  /** Captures a payment as in Square's dashboard. */
  async capture(paymentId: string): Promise<void> {
    await this.call('POST', `/v2/payments/${paymentId}/complete`, {});
  }

  /** Creates a captured payment outside the shop; returns its id. */
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
