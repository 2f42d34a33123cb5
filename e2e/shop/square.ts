import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { SIMULATOR_URL } from './address.js';

/** Square as its dashboard, its till and its bad days do it: the simulator behind the shop's back. */

const call = async <T>(request: APIRequestContext, path: string, data: unknown): Promise<T> => {
  const reply = await request.post(`${SIMULATOR_URL}${path}`, { data, headers: { Authorization: 'Bearer owner' } });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()) as T;
};

export interface Fault {
  operation: 'create' | 'complete' | 'cancel' | 'get' | 'list' | 'refund' | 'any';
  /** `error` if left out: a reply of this status, category and code. */
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

/** The next `count` calls of the operation go wrong. */
export const fault = (request: APIRequestContext, wrong: Fault) => call(request, '/simulator/faults', wrong);

export const clearFaults = (request: APIRequestContext) => request.delete(`${SIMULATOR_URL}/simulator/faults`);

/** The owner gives money back in Square's dashboard; answers the refund's id. */
export const refund = async (request: APIRequestContext, paymentId: string, amountCents: number): Promise<string> => {
  const amount_money = { amount: amountCents, currency: 'USD' };
  const body = { idempotency_key: randomUUID(), payment_id: paymentId, amount_money };
  return (await call<{ refund: { id: string } }>(request, '/v2/refunds', body)).refund.id;
};

/** The owner captures a payment in Square's dashboard. */
export const capture = (request: APIRequestContext, paymentId: string) =>
  call(request, `/v2/payments/${paymentId}/complete`, {});

/** A captured payment that the shop has not asked for; answers its id. */
export const charge = async (request: APIRequestContext, amountCents: number, referenceId: string): Promise<string> => {
  const { payment } = await call<{ payment: { id: string } }>(request, '/v2/payments', {
    source_id: 'cnon:card-nonce-ok',
    idempotency_key: randomUUID(),
    amount_money: { amount: amountCents, currency: 'USD' },
    reference_id: referenceId,
  });
  return payment.id;
};
