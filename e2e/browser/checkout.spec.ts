import { expect } from '@playwright/test';
import type { Geode } from '@geodes/contracts';
import { buy } from '../shop/calls.js';
import {
  arriveWithCart,
  card,
  cartButton,
  drawer,
  email,
  expectReceipt,
  FAILED_RESPONSE,
  fillCard,
  fillShipping,
  goToPayment,
  openCart,
  payButton,
  payByCard,
  putOnSale,
  stopFaking,
  storeCart,
  test,
  toast,
  uniqueWord,
  waitForLayers,
} from './site.js';

test.describe('the shipping form', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('the shipping form asks for each missing field, gives a discount unless the first-order check fails, and keeps typed values', async ({
    page,
    request,
    browserErrors,
  }) => {
    const checks: string[] = [];
    page.on('request', (one) => {
      if (one.url().includes('check-first-time')) checks.push(new URL(one.url()).searchParams.get('email') ?? '');
    });
    await arriveWithCart(page, request);
    const steps = await openCart(page);
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
    await expect(steps.getByRole('heading', { name: 'Shipping' })).toBeVisible();
    await expect(steps.getByText('No account required - checkout as guest')).toBeVisible();

    const earlier = email();
    await test.step('a toast and a message beside the field ask for a missing field', async () => {
      await fillShipping(page, earlier);
      for (const [label, message] of [
        ['Email', 'email'],
        ['First name', 'first name'],
        ['Last name', 'last name'],
        ['Address', 'address'],
        ['City', 'city'],
        ['State', 'state'],
        ['Zip code', 'zip code'],
      ] as const) {
        const field = steps.getByLabel(label, { exact: true });
        const typed = await field.inputValue();
        await field.fill('   ');
        await steps.getByRole('button', { name: 'Continue to Payment' }).click();
        const notice = page.locator('[aria-live] li[data-front="true"]');
        await expect(notice).toContainText('Missing Information');
        await expect(notice).toContainText(`Please fill in your ${message}.`);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(`Please fill in your ${message}.`);
        await expect(field).toBeFocused();
        await field.fill(typed);
      }
    });
    await test.step('the toast closes when another remark follows', async () => {
      await fillShipping(page, 'alex');
      await steps.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(steps.getByText('Please enter an email like alex@example.com.')).toBeVisible();
      await expect(toast(page, 'Missing Information')).toHaveCount(0, { timeout: 2_000 });
    });
    await test.step('an email without @ is not checked; a complete email is checked and gives the discount', async () => {
      // the check of the previous email may still be in flight
      const checked = () => checks.filter((address) => address !== earlier);
      await steps.getByLabel('Email').fill('');
      await steps.getByLabel('Email').fill('nobody');
      await expect(steps).toContainText('Total$100.00');
      const mine = email();
      await steps.getByLabel('Email').fill(mine);
      await expect(steps.getByText('First-time customer: 10% off this order')).toBeVisible();
      await expect(steps).toContainText('Total$90.00');
      expect(checked()).toEqual([mine]);
      await steps.getByLabel('Email').fill('');
      await expect(steps).toContainText('Total$100.00');
      expect(checked()).toEqual([mine]);
    });
    await test.step('a failed check is logged and gives no discount', async () => {
      await steps.getByLabel('Email').fill(email());
      await expect(steps).toContainText('Total$90.00');
      expect(browserErrors).toEqual([]);
      await page.route('**/api/orders/check-first-time*', (route) => route.fulfill({ status: 500, body: 'broken' }));
      await steps.getByLabel('Email').fill(email());
      await expect.poll(() => browserErrors.some((error) => error.includes('first-time check failed'))).toBe(true);
      await expect(steps).toContainText('Total$100.00');
      await stopFaking(page, '**/api/orders/check-first-time*');
    });
    const expected = browserErrors.length;
    await test.step('back buttons return to the previous step, and typed values stay', async () => {
      const mine = email();
      await fillShipping(page, mine);
      await steps.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(steps.getByRole('heading', { name: 'Payment' })).toBeVisible();
      await expect(steps).toContainText('Demo Buyer, 1 Main Street, Keokuk, IA 52632');
      await expect(steps).toContainText(mine);
      await expect(steps.getByRole('button', { name: 'Pay $90.00' })).toBeVisible();
      await steps.getByRole('button', { name: 'Back' }).click();
      await expect(steps.getByLabel('Email')).toHaveValue(mine);
      await steps.getByRole('button', { name: 'Back' }).click();
      await expect(steps.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible();
      await expect(steps).toContainText('First-time customer, 10% off−$10.00');
      await expect(steps).toContainText('Total$90.00');
    });
    expect(browserErrors.slice(expected)).toEqual([]);
  });
});

test('a payment removes bought geodes from cart and wishlist, shows the order number and refreshes the lists', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [bought, unsold] = await putOnSale(request, 2, (index) => ({ title: `${word} ${index}` }));
  await page.clock.install();
  await page.goto('/terms');
  await page.goto(`/gallery?search=${word}`);
  for (const geode of [bought!, unsold!]) {
    await card(page, geode.title).getByRole('button', { name: /^Save/ }).click();
    await expect(toast(page, 'Added to wishlist')).toBeVisible();
  }
  await card(page, bought!.title).getByRole('button', { name: 'Add to Cart' }).click();
  const mine = email();
  const steps = await goToPayment(page, mine);
  await expect(steps).toContainText('You are buying');
  await expect(steps).toContainText('1 geode');
  await fillCard(page);
  const requests: string[] = [];
  page.on('request', (one) => requests.push(`${one.method()} ${new URL(one.url()).pathname}`));
  const started = Date.now();
  await steps.getByRole('button', { name: 'Pay $90.00' }).dblclick();

  const receipt = await expectReceipt(page);
  const orders = requests.filter((one) => one === 'POST /api/orders/square');
  expect(orders).toHaveLength(1);
  const number = /\b[0-9A-F]{8}\b/.exec(await receipt.innerText())?.[0] ?? '';
  expect(number).not.toBe('');
  await test.step('the toast shows the order number and where to track it, and stays 8 s', async () => {
    const done = page.locator('[aria-live] li').filter({ hasText: 'Order Complete' });
    await expect(done).toContainText(number);
    await expect(done).toContainText('/track-order');
    await expect(done).toContainText(mine);
    await page.clock.fastForward(5_000);
    await expect(page.getByText('Order Complete')).toHaveCount(1);
  });
  await test.step('the panels are closed, the cart is empty, and the typed fields are removed', async () => {
    await expect(drawer(page)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('geode-cart'))).toBe('[]');
    const wishes = await page.evaluate(() => localStorage.getItem('geode-wishlist') ?? '');
    expect(wishes).not.toContain(bought!.id);
    expect(wishes).toContain(unsold!.id);
    expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain(mine);
    const last = JSON.parse((await page.evaluate(() => localStorage.getItem('lastOrder'))) ?? '{}') as {
      email: string;
      date: string;
    };
    expect(last.email).toBe(mine);
    expect(new Date(last.date).toISOString()).toBe(last.date);
    expect(Date.parse(last.date)).toBeGreaterThanOrEqual(started - 1_000);
  });
  await test.step('Back closes the confirmation, and the lists are fetched again', async () => {
    await expect.poll(() => requests).toContain('GET /api/geodes');
    await page.goBack();
    await expect(receipt).toHaveCount(0);
    await expect(page).toHaveURL(`/gallery?search=${word}`);
    await waitForLayers(page, 0);
    await expect(card(page, bought!.title)).toHaveCount(0);
    await expect(card(page, unsold!.title)).toBeVisible();
  });
  await test.step('the thank-you notice follows the toast', async () => {
    await page.mouse.move(5, 5);
    await page.clock.fastForward(3_000);
    await expect(page.getByText('Thank you for your purchase')).toBeVisible();
    await expect(page.getByText('Order Complete')).toHaveCount(0);
  });
  await test.step('the next checkout starts with empty fields', async () => {
    await cartButton(page).click();
    await expect(drawer(page)).toContainText('Your cart is empty');
  });
  await test.step('the purchase leaves no entry in the history', async () => {
    await page.goBack();
    await expect(drawer(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/terms');
  });
});

test('a payment without a response keeps showing its geodes, and a reload sends it again with its Idempotency-Key', async ({
  page,
  request,
}) => {
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route('**/api/orders/square', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // the request reaches the shop, but the response never reaches the browser
    if (isLost) await route.fetch().catch(() => undefined);
    else await route.continue();
  });
  const [geode] = await putOnSale(request, 1);
  await storeCart(page, [geode!]);
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  const steps = await goToPayment(page, email());
  await payByCard(page);
  await expect(steps.getByText('Processing payment...')).toBeVisible();
  await expect(page.locator('main button', { hasText: 'Currently Unavailable' })).toHaveCount(1);
  await expect(steps.getByText('1 geode', { exact: true })).toBeVisible();
  await expect(steps).toContainText('Total$90.00');
  expect(keys).toHaveLength(1);
  isLost = false;
  await page.reload();
  await expectReceipt(page);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await page.evaluate(() => localStorage.getItem('geode-cart'))).toBe('[]');
});

test.describe('a payment that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a failed payment shows the server’s message, else the site’s own, and the next attempt has a new key', async ({
    page,
    request,
  }) => {
    const keys: string[] = [];
    const responses = [
      { status: 402, json: { statusCode: 402, code: 'CARD_DECLINED', message: 'The card has too little money.' } },
      { status: 503, json: { statusCode: 503, code: 'UNAVAILABLE' } },
      { status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'The shop is resting.' } },
    ];
    await page.route('**/api/orders/square', (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      return route.fulfill(responses[keys.length - 1]!);
    });
    await arriveWithCart(page, request);
    await goToPayment(page, email());
    for (const message of [
      'The card has too little money.',
      'There was an error processing your payment. Please try again.',
      'The shop is resting.',
    ]) {
      await payByCard(page);
      const notice = page.locator('[aria-live] li[data-front="true"]').filter({ hasText: message });
      await expect(notice).toContainText('Payment Failed', { timeout: 15_000 });
      await expect(payButton(page)).toBeEnabled();
      await expect(payButton(page)).toBeFocused();
    }
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe(keys[1]);
    await expect(cartButton(page).locator('visible=true')).toHaveText('1');
  });

  test('a buyer who pays without a hold is warned; if the geode is gone, the cart marks it', async ({
    page,
    request,
    playwright,
  }) => {
    // the hold request fails, and no live event reaches the page
    await page.route('**/api/holds', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Away.' } }),
    );
    await page.route('**/api/live*', (route) => route.abort());
    const geode = await arriveWithCart(page, request);
    const steps = await goToPayment(page, email());
    await expect(steps).toContainText(
      'The stone could not be held for you: until you have paid, others can still buy it.',
    );
    await fillCard(page);
    const other = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
    expect((await buy(other, [geode.id])).status()).toBe(201);
    await other.dispose();
    // the catalogue records the sale after the response, and no event would tell the page
    const availability = async () =>
      ((await (await request.get(`/api/geodes/${geode.id}`)).json()) as Geode).availability;
    await expect.poll(availability).toBe('sold');
    await payButton(page).click();
    await expect(toast(page, 'Payment Failed')).toBeVisible({ timeout: 30_000 });
    await expect(steps.getByText('Sold to another buyer')).toBeVisible();
    await expect(steps.getByRole('button', { name: 'Continue to Shipping' })).toBeDisabled();
  });
});
