import { expect, type Page } from '@playwright/test';
import { signIn, geodeOnSale } from '../shop/calls.js';
import {
  card,
  FAILED_RESPONSE,
  fakeGeodeList,
  fakeGeodes,
  holdBack,
  putOnSale,
  stopFaking,
  test,
  untilFocused,
} from './site.js';
import { expectAccessible } from './expect-accessible.js';

test('a page past the end shows the last page', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}&page=99`);
  await expect(card(page, geode!.title)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
});

test('pagination shows up to 5 page buttons and reaches all pages; a search, a sort and a filter lead back to page 1', async ({
  page,
  request,
}) => {
  const requests: string[] = [];
  page.on('request', (one) => one.url().includes('/api/geodes?') && requests.push(one.url()));
  await fakeGeodeList(page, fakeGeodes(await geodeOnSale(request), 10), { total: 95, totalPages: 10 });
  await page.goto('/gallery');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const numbers = () => pages.getByRole('link', { name: /^\d+$/ }).allInnerTexts();
  expect(await pages.waitFor().then(numbers)).toEqual(['1', '2', '3', '4', '5']);
  expect(new URL(requests[0]!).searchParams.get('limit')).toBe('10');
  await pages.getByRole('link', { name: '5' }).click();
  await expect(page).toHaveURL('/gallery?page=5');
  await expect(pages.locator('[aria-current="page"]')).toHaveText('5');
  expect(await numbers()).toEqual(['3', '4', '5', '6', '7']);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole('region', { name: 'Geodes', exact: true })).toBeFocused();
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(pages.locator('[aria-current="page"]')).toHaveText('6');
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL('/gallery?page=5');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('kal');
  await expect(page).toHaveURL('/gallery?search=kal');
  await expect(search).toBeFocused();
  const count = page.getByRole('status').filter({ hasText: /Showing/ });
  const backToPage5 = async () => {
    await page.goBack();
    await expect(page).toHaveURL('/gallery?page=5');
    await expect(count).toHaveText('Showing 41–50 of 95 geodes');
  };
  await backToPage5();
  await page.locator('select[aria-label="Sort by"]:visible').selectOption('oldest');
  await expect(page).toHaveURL('/gallery?sortBy=oldest');
  await backToPage5();
  await page.getByRole('radio', { name: 'Hamilton, Illinois', exact: true }).check();
  await expect(page).toHaveURL('/gallery?location=Hamilton%2C+Illinois');
});

/** Returns the largest second difference of brightness over 16 pixels. Edges of squares exceed those of a blur by far. */
const sharpestBend = (page: Page, picture: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))]));
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    const at = (x: number, y: number) => data[4 * (y * width + x)]!;
    let most = 0;
    for (let y = Math.ceil(height / 5); y < (height * 4) / 5; y += 1)
      for (let x = Math.ceil(width / 5); x < (width * 4) / 5; x += 1)
        most = Math.max(most, Math.abs(at(x - 8, y) - 2 * at(x, y) + at(x + 8, y)));
    return most;
  }, picture.toString('base64'));

test('a placeholder is shown while its picture loads; it is smooth and shows none of its few pixels', async ({
  page,
  request,
}) => {
  const placeholder = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 10 });
    const paint = canvas.getContext('2d')!;
    for (let x = 0; x < 8; x += 1)
      for (let y = 0; y < 10; y += 1) {
        paint.fillStyle = (x * 3 + y * 5) % 7 < 3 ? '#421' : '#fed';
        paint.fillRect(x, y, 1, 1);
      }
    return canvas.toDataURL('image/png');
  });
  await fakeGeodeList(page, fakeGeodes(await geodeOnSale(request), 1, { placeholder }));
  const release = await holdBack(page, /\/objects\//);
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  const picture = page.getByRole('main').getByRole('listitem').getByRole('img').first();
  await expect(picture).toHaveCSS('background-image', /^url\("data:image\//);
  const alone = await picture.screenshot({ style: '[aria-label^=Save] { visibility: hidden }' });
  expect(await sharpestBend(page, alone)).toBeLessThan(24);
  release();
  await expect(picture).toHaveCSS('background-image', 'none');
});

test('a card shows its picture, heart, badges, title, description, price and two buttons', async ({
  page,
  request,
}) => {
  const geode = await geodeOnSale(request);
  const [keokuk, hamilton, special] = fakeGeodes(geode, 3, { description: 'Quiet and grey.', price: '129.50' });
  await fakeGeodeList(page, [
    { ...keokuk!, location: 'Keokuk, Iowa', tier: 'S', category: 'individual' },
    { ...hamilton!, location: 'Hamilton, Illinois', tier: 'C', category: 'gift-box' },
    { ...special!, location: 'Warsaw, Illinois', tier: '', category: 'mystery-pack' },
  ]);
  await page.goto('/gallery');
  const first = card(page, 'Pretended stone 1');
  await expect(first.getByText('Keokuk', { exact: true })).toBeVisible();
  await expect(first).toContainText('Tier S: Museum Quality');
  await expect(first).not.toContainText('Individual');
  await expect(first).toContainText('Quiet and grey.');
  await expect(first).toContainText('$129.50');
  await expect(first.getByRole('button', { name: 'View Details' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  const second = card(page, 'Pretended stone 2');
  await expect(second.getByText('Hamilton', { exact: true })).toBeVisible();
  await expect(second).toContainText('Tier C: Good');
  await expect(second.getByText('Gift Box')).toBeVisible();
  const third = card(page, 'Pretended stone 3');
  await expect(third.getByText('Special', { exact: true })).toBeVisible();
  await expect(third).not.toContainText('Tier');
  await expect(third.getByText('Mystery Pack')).toBeVisible();
  const heart = first.getByRole('button', { name: /^Save/ });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await first.getByRole('button', { name: /^Zoom/ }).click();
  const zoom = page.getByRole('dialog', { name: /enlarged$/ });
  await untilFocused(zoom);
  await page.keyboard.press('Escape');
  await expect(zoom).toHaveCount(0);
});

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a list that fails to load is retried twice, then shows a panel whose Try Again reloads the page', async ({
    page,
  }) => {
    await page.clock.install();
    // live events would trigger further reads, so none reach the page
    await page.route('**/assets/live-stream-*.js', (route) => route.abort());
    let calls = 0;
    await page.route(/\/api\/geodes\?/, (route) => {
      calls += 1;
      return route.fulfill({ status: 500, json: { message: 'The stones are being dusted.' } });
    });
    await page.goto('/gallery');
    await expect.poll(() => calls).toBe(1);
    await page.clock.runFor(3_000);
    await expect.poll(() => calls).toBe(2);
    await page.clock.runFor(3_000);
    await expect.poll(() => calls).toBe(3);
    await expect(page.getByText('Unable to Load Geodes')).toBeVisible();
    await expect(page.getByText('The stones are being dusted.')).toBeVisible();
    await page.clock.runFor(30_000);
    expect(calls).toBe(3);
    await stopFaking(page, /\/api\/geodes\?/);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await loaded;
    await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
  });
  test('a list that fails without a server message shows the site’s own', async ({ page }) => {
    await page.route(/\/api\/geodes\?/, (route) => route.fulfill({ status: 400, body: '<html>' }));
    await page.goto('/gallery');
    await expect(page.getByText('Something went wrong while loading the geode collection.')).toBeVisible();
    await expectAccessible(page, 'the failed gallery');
  });
});

test('12 skeletons are shown while the cards load; lists are not fetched again when the window gets focus or when the visitor returns to them', async ({
  page,
}) => {
  let calls = 0;
  page.on('request', (one) => {
    if (one.url().includes('/api/geodes?')) calls += 1;
  });
  const release = await holdBack(page, /\/api\/geodes\?/);
  await page.goto('/gallery');
  const loading = page.getByRole('list', { name: 'Loading geodes' });
  await expect(loading.getByRole('listitem')).toHaveCount(12);
  release();
  await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
  await expect(loading).toHaveCount(0);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
  });
  await page.getByRole('link', { name: 'Our Story' }).first().click();
  await page.getByRole('banner').getByRole('link', { name: 'Gallery' }).click();
  await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
  expect(calls).toBe(1);
});

test('the owner can open and close the panel over the gallery, and log out there', async ({ page }) => {
  await signIn(page.request);
  await page.addInitScript(() => localStorage.setItem('admin_authenticated', 'true'));
  await page.goto('/gallery');
  const opener = page.getByRole('button', { name: 'Owner’s panel' });
  await opener.click();
  const panel = page.getByRole('dialog', { name: 'Owner’s panel' });
  await untilFocused(panel);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');

  await opener.click();
  await panel.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByLabel(/^PIN/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin_authenticated'))).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL('/gallery');
  await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
  await expect(opener).toHaveCount(0);
});
