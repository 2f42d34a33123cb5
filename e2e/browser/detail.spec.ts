import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { buy, geodeOnSale } from '../shop/calls.js';
import {
  FAILED_RESPONSE,
  card,
  fakeGeodeList,
  fakeGeodes,
  isPhone,
  putOnSale,
  test,
  toast,
  uniqueWord,
  untilFocused,
  untilLive,
} from './site.js';
import { ON_PHONE } from './on-phone.js';

test('a dialog restored by a reload gives the focus to the card of its geode', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  await openDetails(page, geode!.title);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await untilFocused(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(card(page, geode!.title).getByRole('link', { name: geode!.title })).toBeFocused();
});

test('a double press opens one dialog, and another closes that alone', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.goto('/terms');
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  const list = page.url();
  const dialog = page.getByRole('dialog');
  const press = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  await card(page, geode!.title).getByRole('button', { name: 'View Details' }).evaluate(press);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).evaluate(press);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test.describe('a URL whose geode cannot be read', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('leaves the list, whose geodes open', async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    await page.route('**/api/geodes/*-*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}&geode=${randomUUID()}`);
    await openDetails(page, geode!.title);
    await expect(page.getByRole('dialog', { name: geode!.title })).toBeVisible();
  });
});

const openDetails = (page: Page, title: string) =>
  card(page, title).getByRole('button', { name: 'View Details' }).click();

test('the URL names the open geode: closing removes it, Back closes the dialog, and a shared link opens it', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const geodes = await putOnSale(request, 3, (index) => ({ title: `${word} ${index}`, price: `${index + 1}0.00` }));
  await page.goto(`/gallery?search=${word}&sortBy=price-asc`);
  const list = page.url();
  const dialog = page.getByRole('dialog');

  await openDetails(page, `${word} 1`);
  await expect(dialog).toHaveAccessibleName(`${word} 1`);
  await expect(page).toHaveURL(`${list}&geode=${geodes[1]!.id}`);
  await expect(page).toHaveTitle(`${word} 1 · Midwest Geodes`);

  await test.step('Previous and Next move within the page’s list', async () => {
    await dialog.getByRole('button', { name: 'Next geode' }).click();
    await expect(dialog).toHaveAccessibleName(`${word} 2`);
    await expect(dialog.getByRole('button', { name: 'Next geode' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Previous geode' }).click();
    await dialog.getByRole('button', { name: 'Previous geode' }).click();
    await expect(dialog).toHaveAccessibleName(`${word} 0`);
    await expect(dialog.getByRole('button', { name: 'Previous geode' })).toBeDisabled();
    await expect(page).toHaveURL(`${list}&geode=${geodes[0]!.id}`);
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toHaveAccessibleName(`${word} 1`);
  });
  await test.step('Back closes the dialog', async () => {
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(list);
  });
  await test.step('closing removes the geode from the URL', async () => {
    await openDetails(page, `${word} 0`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(list);
  });
  const inHead = async () =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as {
      sku: string;
      offers: object;
    };
  await test.step('the document head describes the open geode and its price', async () => {
    await openDetails(page, `${word} 0`);
    await expect.poll(async () => (await inHead()).sku).toBe(geodes[0]!.id);
    await page.keyboard.press('ArrowRight');
    await expect(dialog).not.toHaveAccessibleName(`${word} 0`);
    await expect.poll(async () => (await inHead()).sku).not.toBe(geodes[0]!.id);
    await page.keyboard.press('Escape');
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  });
  await test.step('a shared link opens the geode', async () => {
    await page.goto(`/gallery?geode=${geodes[2]!.id}`);
    await expect(dialog).toHaveAccessibleName(`${word} 2`);
    expect((await inHead()).offers).toMatchObject({ price: '30.00', priceCurrency: 'USD' });
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/gallery');
    await openDetails(page, `${word} 2`);
    await expect.poll(async () => (await inHead()).sku).toBe(geodes[2]!.id);
  });
});

test(
  'the dialog shows all details of a geode and adds it to the cart and the wishlist',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1, () => ({
      description: 'Amber light in a grey shell.',
      size: '4.25 inches',
      location: 'Hamilton, Illinois',
      crystalType: 'Calcite',
      tier: 'A',
      price: '164.00',
      isFeatured: true,
    }));
    await page.goto(`/gallery?geode=${geode!.id}`);
    const dialog = page.getByRole('dialog', { name: geode!.title });
    await expect(dialog.getByRole('img', { name: geode!.title })).toBeVisible();
    for (const text of ['Featured', 'Hamilton', 'A · Excellent', '$164.00', 'Available', 'Specifications'])
      await expect(dialog).toContainText(text);
    const details = dialog.locator('dl');
    for (const [term, value] of [
      ['Crystal type', 'Calcite'],
      ['Size', '4.25 inches'],
      ['Origin', 'Hamilton, Illinois'],
      ['Quantity', '1'],
    ])
      await expect(details.locator('div').filter({ hasText: term })).toContainText(value!);
    await expect(dialog.getByRole('heading', { name: 'Description' })).toBeVisible();
    await expect(dialog).toContainText('Amber light in a grey shell.');
    await expect(dialog.getByRole('heading', { name: 'About This Specimen' })).toBeVisible();
    await expect(dialog).toContainText('Authentic');
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect(toast(page, 'Added to wishlist')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Already in cart')).toBeVisible();
  },
);

test('an open dialog counts the units that are left of several', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({ quantity: 3 }));
  await untilLive(page, () => page.goto(`/gallery?geode=${geode!.id}`));
  const dialog = page.getByRole('dialog', { name: geode!.title });
  await expect(dialog).toContainText('3 of this find.');
  expect((await buy(request, [geode!.id])).status()).toBe(201);
  await expect(dialog).toContainText('2 of this find.');
});

test('an unavailable geode cannot be added: its button is disabled and reads Currently Unavailable', async ({
  page,
  request,
}) => {
  const gone = { isAvailable: false, availableQuantity: 0, quantity: 0 };
  const [sold, held, quiet] = fakeGeodes(await geodeOnSale(request), 3);
  const geodes = [
    { ...sold!, ...gone, availability: 'sold' as const },
    { ...held!, ...gone, availability: 'held' as const },
    { ...quiet!, ...gone, availability: undefined as never },
  ];
  await fakeGeodeList(page, geodes);
  await page.route('**/api/geodes/00000000-*', (route) =>
    route.fulfill({ json: geodes.find(({ id }) => route.request().url().endsWith(id)) }),
  );
  await page.goto('/gallery');
  for (const [title, text] of [
    ['Pretended stone 1', 'Currently Unavailable'],
    ['Pretended stone 2', 'In another checkout'],
    ['Pretended stone 3', 'Currently Unavailable'],
  ] as const) {
    await expect(card(page, title).getByRole('button', { name: text })).toBeDisabled();
    await openDetails(page, title);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('button', { name: text })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

test('the zoom overlay closes on Escape, on a backdrop click or with the close button', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  // wide: there is backdrop above and below it
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"/>';
  await page.route('**/objects/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
  await page.goto(`/gallery?geode=${geode!.id}`);
  const dialog = page.getByRole('dialog', { name: geode!.title, exact: true });
  const zoom = page.getByRole('dialog', { name: `${geode!.title}, enlarged` });
  const open = async () => {
    await dialog.getByRole('button', { name: 'Zoom', exact: true }).click();
    await untilFocused(zoom);
  };
  await open();
  await page.keyboard.press('Escape');
  await expect(zoom).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await open();
  await zoom.getByRole('button', { name: 'Close' }).click();
  await expect(zoom).toHaveCount(0);
  await open();
  const height = page.viewportSize()!.height;
  await page.mouse.click(4, height - 4);
  await expect(zoom).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Zoom', exact: true })).toBeFocused();
});

test(
  'the zoom pans and scales with the pointer, the wheel, one or two fingers and the keys',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    await page.goto(`/gallery?geode=${geode!.id}`);
    await page.getByRole('button', { name: 'Zoom', exact: true }).click();
    const picture = page.getByRole('dialog', { name: `${geode!.title}, enlarged` }).getByRole('img');
    const { width, height } = page.viewportSize()!;
    await page.mouse.move(1, height - 1);
    const box = async () => (await picture.boundingBox())!;
    await expect.poll(async () => Math.min((await box()).width, (await box()).height)).toBeGreaterThan(200);
    const fitted = await box();
    const scale = async () => (await box()).width / fitted.width;
    const middle = async () => {
      const { x, width } = await box();
      return x + width / 2;
    };
    const reset = async () => {
      await page.keyboard.press('0');
      await expect.poll(box).toEqual(fitted);
    };

    await test.step('keys', async () => {
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      await expect.poll(scale).toBeCloseTo(1.5625);
      await page.keyboard.press('ArrowRight');
      await expect.poll(middle).toBeLessThan(width / 2 - 50);
      await page.keyboard.press('-');
      await expect.poll(scale).toBeCloseTo(1.25);
      await reset();
    });
    await test.step('fingers', async () => {
      const touch = await page.context().newCDPSession(page);
      const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: places.map(([x, y], id) => ({ id, x: width / 2 + x, y: height / 2 + y })),
        });
      const tap = async () => {
        await put('touchStart', [0, 0]);
        await put('touchEnd');
      };
      await tap();
      await expect.poll(scale).toBeCloseTo(2.2);
      await tap();
      await expect.poll(box).toEqual(fitted);
      await put('touchStart', [-30, 0], [30, 0]);
      for (const x of [40, 50, 60]) await put('touchMove', [-x, 0], [x, 0]);
      await put('touchEnd');
      await expect.poll(scale).toBeCloseTo(2, 0);
      const before = await middle();
      await put('touchStart', [0, 0]);
      for (const x of [15, 30, 45]) await put('touchMove', [x, 0]);
      await put('touchEnd');
      await expect.poll(middle).toBeGreaterThan(before + 20);
      expect(await scale()).toBeCloseTo(2, 0);
      await reset();
    });
    if (!isPhone())
      await test.step('pointer and wheel', async () => {
        await page.mouse.move(fitted.x + fitted.width * 0.25, fitted.y + fitted.height / 2);
        await expect.poll(scale).toBeCloseTo(2.2);
        expect(await middle()).toBeGreaterThan(width / 2 + 50);
        await page.mouse.move(fitted.x + fitted.width * 0.75, fitted.y + fitted.height / 2);
        await expect.poll(middle).toBeLessThan(width / 2 - 50);
        await page.mouse.wheel(0, -200);
        await expect.poll(scale).toBeGreaterThan(3);
        await page.mouse.move(fitted.x + fitted.width / 2, fitted.y + fitted.height / 2);
        await expect.poll(middle).toBeCloseTo(width / 2, 0);
        expect(await scale()).toBeGreaterThan(3);
        await page.mouse.wheel(0, 2_000);
        await expect.poll(scale).toBeCloseTo(1);
      });
  },
);

test.describe('a geode that does not exist', () => {
  test.use({ expectedErrors: /Failed to load resource|could not be fetched/ });
  test('the URL of an unknown geode shows the not-found page with status 404', async ({ page }) => {
    const reply = await page.goto('/gallery?geode=00000000-0000-4000-8000-00000000ffff');
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});

test.describe('a geode that cannot be fetched', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a geode that fails to load is shown with the data of the list, and the error is logged', async ({
    page,
    request,
    browserErrors,
  }) => {
    const [geode] = fakeGeodes(await geodeOnSale(request), 1);
    await fakeGeodeList(page, [geode!]);
    await page.route(`**/api/geodes/${geode!.id}`, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/gallery');
    await openDetails(page, geode!.title);
    await expect(page.getByRole('dialog', { name: geode!.title })).toBeVisible();
    await expect.poll(() => browserErrors.some((error) => error.includes('500: broken'))).toBe(true);
    await expect(page.getByText('broken')).toHaveCount(0);
  });
});
