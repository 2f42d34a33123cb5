import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { CaughtLetter } from '@geodes/testing';
import { mail, OWNER_EMAIL, square } from '../shop/address.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { geodesForSale } from './screen.js';

/** The shop reads once a minute which payments need a look. */
const REVIEW_TIMEOUT_MS = 90_000;
const HALF_AN_HOUR_MS = 30 * 60_000;

/** Causes every letter of the shop. Returns them by the names of their screens. */
export const catchLetters = async (request: APIRequestContext, page: Page): Promise<Record<string, CaughtLetter>> => ({
  ...(await lettersOfOrder(request)),
  ...(await lettersOfForms(request, page)),
  'payment-review': await letterOfReview(request),
});

/** Buys, ships and refunds two geodes. */
const lettersOfOrder = async (request: APIRequestContext): Promise<Record<string, CaughtLetter>> => {
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

/** Asks a question about a geode and for a reminder of another, in the site, which solves their challenges. */
const lettersOfForms = async (request: APIRequestContext, page: Page): Promise<Record<string, CaughtLetter>> => {
  const email = `look-${randomUUID()}@example.com`;
  const [geode] = await geodesForSale(request);
  await page.goto(`/gallery?geode=${geode!.id}`);
  await page.getByRole('button', { name: 'Ask about this stone' }).click();
  await page.getByLabel('Name').fill('Demo Visitor');
  await page.getByLabel('Email').fill(email);
  await page
    .getByLabel('Question')
    .fill('Is the crystal inside as clear as in the picture?\nAnd does it stand by itself?');
  await page.getByRole('button', { name: 'Send question' }).click();

  const upcoming = await newGeode(request, {
    ...geode,
    title: 'Demo geode of a drop',
    availableFrom: new Date(Date.now() + HALF_AN_HOUR_MS).toISOString(),
  });
  await page.goto(`/gallery?geode=${upcoming.id}`);
  await page.getByRole('button', { name: 'Notify me' }).last().click();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const letters = {
    question: await mail.letter(OWNER_EMAIL, new RegExp(`^A question about ${geode!.title}$`)),
    'sale-reminder': await mail.letter(email, /Demo geode of a drop/, REVIEW_TIMEOUT_MS),
  };
  // an open page would read the deleted geode again
  await page.goto('about:blank');
  await request.delete(`/api/admin/geodes/${upcoming.id}`, { headers: fromSite });
  return letters;
};

const letterOfReview = async (request: APIRequestContext): Promise<CaughtLetter> => {
  await square.charge(4_321, randomUUID());
  await request.post('/api/admin/reconciliation', { data: { minutes: 5 }, headers: fromSite });
  return mail.letter(OWNER_EMAIL, /^A payment needs a look$/, REVIEW_TIMEOUT_MS);
};
