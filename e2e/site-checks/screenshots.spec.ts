import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { CaughtLetter } from '@geodes/testing';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { FAILED_RESPONSE, horizontalOverflow, test } from '../browser/site.js';
import { mail, MAIL_CATCHER_URL, OWNER_EMAIL, square } from '../shop/settings.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { geodesForSale, type Screen, SCREENS } from './screens.js';

const WINDOWS = [
  { width: 390, height: 844, schemes: ['light', 'dark'] },
  { width: 768, height: 1024, schemes: ['light'] },
  { width: 1440, height: 900, schemes: ['light', 'dark'] },
  { width: 2560, height: 1440, schemes: ['light'] },
] as const;
const LETTER_WINDOWS = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];
const FOLDER = fileURLToPath(new URL('../.results/screenshots', import.meta.url));
const QUIET_MS = 700;
const SCROLL_TIMEOUT_MS = 15_000;

/** Scrolls through a page and waits for all pictures, including lazy ones. */
const scrollThrough = async () => {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  scrollTo({ top: 0, behavior: 'instant' });
  // a picture scrolled past too quickly would never load
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
};

/** Waits until a page no longer changes. With scripts disabled page timers never fire, so it does not scroll. */
const settle = async (page: Page, { isLayer, isPlain }: Screen) => {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  if (!isLayer && !isPlain)
    await Promise.race([page.evaluate(scrollThrough).catch(() => undefined), page.waitForTimeout(SCROLL_TIMEOUT_MS)]);
  await page.waitForTimeout(QUIET_MS);
};

for (const { width, height, schemes } of WINDOWS)
  for (const colorScheme of schemes)
    for (const isPlain of [false, true])
      test.describe(`${width}-${colorScheme}`, () => {
        test.use({
          viewport: { width, height },
          colorScheme,
          contextOptions: { reducedMotion: 'reduce' },
          hasTouch: width < 1024,
          javaScriptEnabled: !isPlain,
          expectedErrors: FAILED_RESPONSE,
        });
        for (const screen of SCREENS.filter(
          ({ isPlain: plain = false, below = Infinity }) => plain === isPlain && width < below,
        ))
          test(screen.name, async ({ page }) => {
            await screen.show(page);
            await settle(page, screen);
            const path = `${FOLDER}/${width}-${colorScheme}/${screen.name}.png`;
            await page.screenshot({ path, fullPage: !screen.isLayer });
            if (!isPlain) expect(await horizontalOverflow(page), 'pixels wider than its window').toBeLessThanOrEqual(0);
          });
      });

test('letters', async ({ browser, page, request }) => {
  test.setTimeout(300_000);
  const letters = Object.entries(await catchLetters(request, page));
  for (const viewport of LETTER_WINDOWS)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      for (const [name, letter] of letters) {
        await page.goto(`${MAIL_CATCHER_URL}/letters/${letter.name}/html`, { waitUntil: 'networkidle' });
        await page.screenshot({
          path: `${FOLDER}/${viewport.width}-${colorScheme}/letter-${name}.png`,
          fullPage: true,
        });
        expect(await horizontalOverflow(page), `${name}: pixels wider than its window`).toBeLessThanOrEqual(0);
      }
      await page.close();
    }
});

/** The shop reads once a minute which payments need a look. */
const REVIEW_TIMEOUT_MS = 90_000;
const HALF_AN_HOUR_MS = 30 * 60_000;

/** Causes every letter of the shop. Returns them by the names of their screens. */
const catchLetters = async (request: APIRequestContext, page: Page): Promise<Record<string, CaughtLetter>> => ({
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
