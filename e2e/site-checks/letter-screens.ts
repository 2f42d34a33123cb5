import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { CaughtLetter } from '@geodes/testing';
import { OWNER_EMAIL } from '../shop/address.js';
import { buy, fromSite, signIn } from '../shop/calls.js';
import { mail } from '../shop/mail.js';
import { geodesForSale } from './screen.js';

/** Buys, ships and refunds two geodes. Returns the letters about it by the names of their screens. */
export const catchLetters = async (request: APIRequestContext): Promise<Record<string, CaughtLetter>> => {
  await signIn(request);
  const email = `look-${randomUUID()}@example.com`;
  const geodeIds = (await geodesForSale(request)).slice(-2).map(({ id }) => id);
  const bought = await buy(request, geodeIds, { email });
  expect(bought.status(), await bought.text()).toBe(201);
  const { orderId, orderNumber } = (await bought.json()) as { orderId: string; orderNumber: string };
  const tracking = { status: 'shipped', carrier: 'usps', trackingNumber: '9400111899223197428490' };
  await request.patch(`/api/admin/orders/${orderId}/status`, { data: tracking, headers: fromSite });
  const headers = { ...fromSite, 'idempotency-key': randomUUID() };
  await request.post(`/api/admin/orders/${orderId}/refunds`, { data: { amount: '10.00' }, headers });
  return {
    'order-paid': await mail.letter(email, new RegExp(`^Your order ${orderNumber}$`)),
    'order-shipped': await mail.letter(email, /on its way/),
    refund: await mail.letter(email, /^Refund/),
    'new-order': await mail.letter(OWNER_EMAIL, new RegExp(orderNumber)),
  };
};
