import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createLogger } from '@geodes/kit';
import type { OrdersConfig } from '../config.js';
import { Order, type OrderItem } from '../orders/order.entity.js';
import type { OrderRefund } from '../refunds/order-refund.entity.js';
import type { LetterComposer } from './compose-letter.js';
import { orderShippedLetter, refundLetter } from './content/buyer-letters.js';
import { renderText } from './content/content.js';
import { renderHtml } from './content/render-html.js';
import { type LetterStore, retryDelaySeconds } from './letter-store.js';
import { LetterWorker } from './letter.worker.js';
import type { Mailer } from './mailer.js';

const order = Object.assign(new Order(), {
  id: '00000000-0000-4000-8000-0000ab12cd34',
  email: 'sam@example.com',
  firstName: 'Sam',
  lastName: '<b>Miller</b>',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
  discountCents: 0,
  totalCents: 140_410,
  carrier: null,
  trackingNumber: null,
  items: [{ title: 'Agate', quantity: 2, priceCents: 70_205, imageUrls: [] as string[] } as OrderItem],
});
const footer = {
  legalName: 'Geodes & Co',
  postalAddress: 'Box 1\nKeokuk, IA',
  contactEmail: 'shop@example.com',
  contactPhone: undefined,
};

it('a letter shows the legal name and postal address of the shop, if they are known', () => {
  const known = renderText(refundLetter(order, 1_250), footer);
  expect(known).toMatch(/\n-- \nGeodes & Co\nBox 1\nKeokuk, IA\nshop@example\.com\n$/);
  const unknown = renderText(refundLetter(order, 1_250), { ...footer, legalName: undefined, postalAddress: undefined });
  expect(unknown).toMatch(/\n-- \nshop@example\.com\n$/);
  const cleared = { ...footer, legalName: '', contactPhone: '' };
  const html = renderHtml(refundLetter(order, 1_250), cleared, 'https://shop.example.com');
  expect(html).toContain('>Box 1<br/>Keokuk, IA<br/><a');
});

it('a letter escapes what people typed, and loads nothing from elsewhere', () => {
  const html = renderHtml(orderShippedLetter(order, 'https://shop.example.com'), footer, 'https://shop.example.com');
  expect(html).toContain('&lt;b&gt;Miller&lt;/b&gt;');
  expect(html).toContain('Geodes &amp; Co');
  expect(html).not.toMatch(/<(script|link|iframe)|@import|@font-face|url\(/);
});

it('a parcel without a known carrier or number has neither in its letter', () => {
  const text = renderText(orderShippedLetter({ ...order, carrier: 'other' }, 'https://shop.example.com'), footer);
  expect(text).not.toMatch(/Carrier|Tracking number/);
  expect(text).toContain('2 × Agate, $1,404.10');
});

it('what the owner took back is not in the letter of the parcel, unless its refund failed', () => {
  const textAfter = (state: OrderRefund['state']) => {
    const refunds = [{ state, restock: ['agate'] } as OrderRefund];
    const items = [...order.items, { title: 'Opal', geodeId: 'agate', quantity: 1, priceCents: 1, imageUrls: [] }];
    return renderText(orderShippedLetter({ ...order, refunds, items: items as OrderItem[] }, ''), footer);
  };
  const states = ['requested', 'pending', 'completed', 'failed'] as const;
  expect(states.filter((state) => textAfter(state).includes('Opal'))).toEqual(['failed']);
});

it('a letter is tried again after one minute, doubling to one hour', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((tries) => retryDelaySeconds(tries) / 60);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

it('a stop waits for letters that are being sent, but messages drain before', async () => {
  const sent = Promise.withResolvers<void>();
  const worker = new LetterWorker(
    { status: 'ready' } as Redis,
    {} as OrdersConfig,
    {} as LetterStore,
    {} as LetterComposer,
    {} as Mailer,
    createLogger('orders', 'silent'),
  );
  const close = jest.fn(() => sent.promise);
  Object.assign(worker, { worker: { close } });
  const begun: unknown = worker.beforeApplicationShutdown();
  expect(begun).toBeUndefined();
  expect(close).toHaveBeenCalledWith(false);
  const ended = worker.onApplicationShutdown().then(() => 'ended');
  expect(await Promise.race([ended, pause(50, 'waits')])).toBe('waits');
  sent.resolve();
  expect(await ended).toBe('ended');
});
