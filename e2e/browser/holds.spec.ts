import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Hold } from '@geodes/contracts';
import { buy, fromSite } from '../shop/calls.js';
import {
  anotherBuyer,
  arriveWithCart,
  card,
  drawer,
  email,
  expectReceipt,
  FAILED_RESPONSE,
  fillShipping,
  goToPayment,
  holdBack,
  openCart,
  payButton,
  payByCard,
  putOnSale,
  stopFaking,
  storeCart,
  submitShipping,
  test,
  toast,
  uniqueWord,
  untilLive,
  waitForLiveStream,
} from './site.js';

const galleryOf = (title: string) => `/gallery?search=${encodeURIComponent(title)}`;

/** Waits for the live event about a geode after the event `since`, so that pages opened later do not receive it. */
const waitForGeodeEvent = (page: Page, id: string, since: string) =>
  page.evaluate(
    ([geode, after]) =>
      new Promise<void>((resolve) => {
        const stream = new EventSource(`/api/live?after=${after}`);
        stream.addEventListener('catalog', ({ data }: MessageEvent<string>) => {
          if (!data.includes(geode)) return;
          stream.close();
          resolve();
        });
      }),
    [id, since] as const,
  );

test('a visitor sees within a second that another buyer is paying for a geode, and that it is free again', async ({
  page,
  request,
  browser,
}) => {
  const [geode] = await putOnSale(request, 1);
  const other = await anotherBuyer(browser);
  await untilLive(other.page, () => other.page.goto(galleryOf(geode!.title)));
  await expect(card(other.page, geode!.title).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();

  await storeCart(page, [geode!]);
  await page.goto(galleryOf(geode!.title));
  const steps = await goToPayment(page, email());
  const begun = Date.now();
  await expect(card(other.page, geode!.title).getByRole('button', { name: 'In another checkout' })).toBeDisabled();
  expect(Date.now() - begun).toBeLessThan(5_000);

  await test.step('the holder’s own page shows the hold and the time left', async () => {
    await expect(steps.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
    await steps.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('leaving the payment ends the hold', async () => {
    await expect(card(other.page, geode!.title).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await expect(card(page, geode!.title).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  });
  await other.leave();
});

test.describe('a hold request that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed hold request is retried, and the site does not report another buyer’s hold', async ({
    page,
    request,
  }) => {
    const [geode] = await putOnSale(request, 1);
    await storeCart(page, [geode!]);
    const { promise: isClosed, resolve: closed } = Promise.withResolvers<void>();
    let attempts = 0;
    await page.route('**/api/holds', async (route) => {
      attempts += 1;
      if (attempts === 1) await isClosed;
      if (attempts <= 2)
        return route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Away.' } });
      const reply = await route.fetch();
      await page.waitForTimeout(1_200);
      return route.fulfill({ response: reply });
    });
    await untilLive(page, () => page.goto('/terms'));
    await test.step('a cart that was closed meanwhile stays closed', async () => {
      const left = await submitShipping(page, email());
      await left.getByRole('button', { name: 'Close' }).click();
      const refused = page.waitForResponse('**/api/holds');
      closed();
      await (await refused).finished();
      await page.waitForTimeout(300);
      await expect(drawer(page)).toHaveCount(0);
    });
    const steps = await openCart(page);
    await steps.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
    await expect(steps.getByRole('timer')).toBeVisible();
    await expect(toast(page, 'A stone is gone')).toHaveCount(0);
  });
});

test('a buyer of eleven geodes reads that ten are held, and of 21 that one order takes 20', async ({
  page,
  request,
}) => {
  const geodes = await putOnSale(request, 21);
  await storeCart(page, geodes.slice(0, 11));
  await page.route('**/api/holds', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { items } = route.request().postDataJSON() as { items: unknown[] };
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    await route.fulfill({ status: 201, json: { holdId: randomUUID(), expiresAt, items } });
  });
  await page.goto('/terms');
  const steps = await openCart(page);
  await expect(steps).toContainText('At most 10 geodes are held for you while you pay.');
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await fillShipping(page, email());
  await steps.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(steps).toContainText('10 of your 11 geodes are held for you');
  await expect(steps).toContainText('The last could be sold to somebody else until you have paid.');
  await expect(steps).not.toContainText('Off sale to everyone else');
  await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
  // another tab, without a script that asks for the hold
  const tab = await page.context().newPage();
  await tab.goto('/robots.txt');
  await tab.evaluate((items) => localStorage.setItem('geode-cart', items), JSON.stringify(geodes));
  await expect(steps).toContainText('One order takes at most 20 geodes.');
  const onward = steps.getByRole('button', { name: 'Continue to Shipping' });
  await expect(onward).toBeDisabled();
  await steps.getByRole('button', { name: `Remove ${geodes[20]!.title}`, exact: true }).click();
  await expect(onward).toBeEnabled();
});

test('emptying the cart ends the hold, also from a page opened later', async ({ page, request }) => {
  const geode = await arriveWithCart(page, request);
  await goToPayment(page, email());
  await page.goto(`${galleryOf(geode.title)}&geode=${geode.id}`);
  const detail = page.getByRole('dialog', { name: geode.title });
  await expect(detail.getByRole('button', { name: 'In your checkout' })).toBeDisabled();
  await expect(detail.locator('dl div').filter({ hasText: 'Quantity' })).toHaveText('Quantity1');
  expect((await buy(request, [geode.id])).status()).toBe(409);
  await detail.getByRole('button', { name: 'Close' }).click();
  await expect(card(page, geode.title).getByRole('button', { name: 'In your checkout' })).toBeDisabled();
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Clear cart' }).click();
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(card(page, geode.title).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  expect((await buy(request, [geode.id])).status()).toBe(201);
});

test('a browser that takes no cookies buys without a hold', async ({ page, request }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
  await arriveWithCart(page, request);
  await goToPayment(page, email());
  await page.context().clearCookies();
  await payByCard(page);
  await expectReceipt(page);
});

test('a hold that only the cookie of the browser knows is shown as its own, and leads on to shipping', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  await storeCart(page, [geode!]);
  const items = [{ geodeId: geode!.id, quantity: 1 }];
  expect((await page.request.post('/api/holds', { data: { items } })).status()).toBe(201);
  await page.goto(galleryOf(geode!.title));
  await expect(card(page, geode!.title).getByRole('button', { name: 'In your checkout' })).toBeDisabled();

  await test.step('also in the cart of a page without a list', async () => {
    await page.evaluate(() => localStorage.removeItem('geode-hold'));
    await page.goto('/terms');
    const found = page.waitForResponse('**/api/holds/current');
    const steps = await openCart(page);
    expect((await found).status()).toBe(200);
    await expect(steps.getByRole('listitem').filter({ hasText: geode!.title })).not.toContainText('another checkout');
    await expect(steps.getByRole('button', { name: 'Continue to Shipping' })).toBeEnabled();
  });
  expect((await buy(request, [geode!.id])).status()).toBe(409);
});

/** Finds buttons of the cards behind the drawer. */
const buttonsBehind = (page: Page, text: string) => page.locator('main button', { hasText: text });

test.describe('a geode that another buyer holds', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a geode held by another buyer stops the checkout before the card form, marked and left out of the total, and stays out of the payment even when it is free again', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [available, lost] = await putOnSale(request, 2, (index) => ({
      title: `${word} ${index}`,
      price: index === 0 ? '40.00' : '70.00',
    }));
    await storeCart(page, [available!, lost!]);
    await page.goto(galleryOf(word));
    const steps = await openCart(page);
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
    await fillShipping(page, email());
    const items = [{ geodeId: lost!.id, quantity: 1 }];
    const { holdId } = (await (await request.post('/api/holds', { data: { items } })).json()) as Hold;
    await steps.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(toast(page, 'A stone is gone')).toBeVisible();
    const line = drawer(page).getByRole('listitem').filter({ hasText: lost!.title });
    await expect(line).toContainText('In another checkout');
    await expect(drawer(page)).toContainText('Subtotal$40.00');
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
    await steps.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(steps.getByRole('timer')).toBeVisible();
    await expect(buttonsBehind(page, 'In your checkout')).toHaveCount(1);
    expect((await request.delete(`/api/holds/${holdId}`)).status()).toBe(204);
    await expect(buttonsBehind(page, 'Add to Cart')).toHaveCount(1);
    await expect(steps.getByText('1 geode', { exact: true })).toBeVisible();
    await expect(steps.getByRole('button', { name: 'Pay $36.00' })).toBeVisible();
    expect((await buy(request, [lost!.id])).status()).toBe(201);
    await payByCard(page);
    await expectReceipt(page);
  });
});

test('an edited geode is updated at once on pages that show it, with a single request', async ({ page, request }) => {
  const before = /<meta name="live" content="(\d+)"/.exec(await (await request.get('/terms')).text())?.[1];
  const [shown, other] = await putOnSale(request, 2);
  // a page of the shop's origin, without a script
  await page.goto('/robots.txt');
  await waitForGeodeEvent(page, shown!.id, before!);
  await untilLive(page, () => page.goto(galleryOf(shown!.title)));
  await expect(card(page, shown!.title)).toBeVisible();
  const requests: string[] = [];
  // a second stream is opened if the tab gets the lock of the first late
  page.on('request', (one) => /\/api\/(?!live)/.test(one.url()) && requests.push(one.url()));
  await request.put(`/api/admin/geodes/${other!.id}`, { data: { price: '11.00' }, headers: fromSite });
  await request.put(`/api/admin/geodes/${shown!.id}`, { data: { price: '12.50' }, headers: fromSite });
  await expect(card(page, shown!.title)).toContainText('$12.50');
  expect(requests).toHaveLength(1);
});

test('an edited geode is updated at once also while an order is under way', async ({ page, request }) => {
  const word = uniqueWord();
  const [bought, edited] = await putOnSale(request, 2, (index) => ({ title: `${word} ${index}` }));
  await storeCart(page, [bought!]);
  const send = await holdBack(page, '**/api/orders/square');
  await untilLive(page, () => page.goto(galleryOf(word)));
  await goToPayment(page, email());
  const sent = page.waitForRequest('**/api/orders/square');
  await payByCard(page);
  await sent;
  await request.put(`/api/admin/geodes/${edited!.id}`, { data: { price: '12.50' }, headers: fromSite });
  await expect(page.locator('main').getByText('$12.50')).toBeVisible();
  send();
  await expectReceipt(page);
});

test.describe('a read that fails after a live event', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a read that fails after a live event is tried again until it succeeds, and when the browser is online', async ({
    page,
    context,
    request,
  }) => {
    const [geode] = await putOnSale(request, 1);
    const live = waitForLiveStream(page);
    await page.clock.install();
    await page.goto(galleryOf(geode!.title));
    await live;
    await expect(card(page, geode!.title)).toBeVisible();
    const lists = /\/api\/geodes\?/;
    const changePrice = (price: string) =>
      request.put(`/api/admin/geodes/${geode!.id}`, { data: { price }, headers: fromSite });
    let failures = 0;
    await page.route(lists, (route) => {
      failures += 1;
      return failures > 4
        ? route.continue()
        : route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Away.' } });
    });
    await changePrice('12.50');
    await expect(async () => {
      await page.clock.runFor(5_000);
      expect(failures).toBe(5);
    }).toPass({ timeout: 30_000 });
    await expect(card(page, geode!.title)).toContainText('$12.50');

    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    await page.route(lists, async (route) => {
      await context.setOffline(true);
      asked();
      await route.abort('internetdisconnected');
    });
    await changePrice('13.50');
    await isAsked;
    await page.waitForTimeout(1_000);
    await stopFaking(page, lists);
    await context.setOffline(false);
    await expect(card(page, geode!.title)).toContainText('$13.50');
  });
});
