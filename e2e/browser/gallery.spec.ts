import { expect, type Page } from '@playwright/test';
import { signIn, geodeOnSale } from '../shop/calls.js';
import {
  fakeGeodeList,
  card,
  FAILED_RESPONSE,
  isPhone,
  uniqueWord,
  fakeGeodes,
  putOnSale,
  stopClock,
  test,
} from './buyer.js';
import { ON_PHONE } from './on-phone.js';

const sortBy = (page: Page) => page.locator('select[aria-label="Sort by"]:visible');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /Showing|geodes/ });

/** Chooses filters: in the sidebar on a desktop, in the bottom sheet on a phone. */
const choose = async (page: Page, ...names: string[]): Promise<void> => {
  if (isPhone()) await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = isPhone() ? page.getByRole('dialog') : page.getByRole('complementary', { name: 'Filters' });
  // marked at once, before the URL has changed
  for (const name of names) await filters.getByRole('radio', { name, exact: true }).check();
  if (isPhone()) await page.getByRole('button', { name: 'Apply Filters' }).click();
};

test('the URL holds filters and sort without defaults; a reload, Back and a shared link restore them', async ({
  page,
  request,
  context,
}) => {
  const word = uniqueWord();
  await putOnSale(request, 3, (index) => ({
    title: `${word} stone ${index}`,
    location: index === 2 ? 'Hamilton, Illinois' : 'Keokuk, Iowa',
    crystalType: index === 0 ? 'Pyrite' : 'Calcite',
    price: `${(index + 1) * 100}.00`,
    category: index === 1 ? 'gift-box' : 'individual',
  }));
  await page.goto('/gallery');
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  expect(query()).toEqual({});

  await test.step('search is in the URL', async () => {
    if (isPhone()) await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
    if (isPhone()) await page.keyboard.press('Enter');
    await expect(count(page)).toHaveText('Showing 1–3 of 3 geodes');
    expect(query()).toEqual({ search: word });
  });
  await test.step('sort is in the URL', async () => {
    await expect(sortBy(page).locator('option')).toHaveText([
      'Newest',
      'Price: low to high',
      'Price: high to low',
      'Oldest',
    ]);
    expect(await sortBy(page).locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)))
      .toEqual(['newest', 'price-asc', 'price-desc', 'oldest']); // prettier-ignore
    await sortBy(page).selectOption('price-desc');
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading').first()).toHaveText(
      `${word} stone 2`,
    );
    expect(query()).toEqual({ search: word, sortBy: 'price-desc' });
  });
  await test.step('location and category are in the URL', async () => {
    await choose(page, 'Keokuk, Iowa', 'Gift Box');
    await expect(count(page)).toHaveText('Showing 1–1 of 1 geode');
    expect(query()).toEqual({ search: word, sortBy: 'price-desc', location: 'Keokuk, Iowa', category: 'gift-box' });
    if (isPhone()) await expect(page.getByRole('button', { name: /Filters\s?, 3 active/ })).toContainText('3');
  });
  await test.step('a reload and a shared link restore them', async () => {
    await page.reload();
    await expect(count(page)).toHaveText('Showing 1–1 of 1 geode');
    const shared = await context.newPage();
    await shared.goto(page.url());
    await expect(card(shared, `${word} stone 1`)).toBeVisible();
    await shared.close();
  });
  await test.step('a default value is left out', async () => {
    await sortBy(page).selectOption('newest');
    await expect.poll(() => query().sortBy).toBeUndefined();
  });
  await test.step('Back restores them', async () => {
    await page.goBack();
    await expect.poll(() => query().sortBy).toBe('price-desc');
    await expect(sortBy(page)).toHaveValue('price-desc');
  });
});

test('a filter chosen while a search is being typed stays', async ({ page }) => {
  await page.goto('/gallery');
  await page.getByRole('searchbox', { name: 'Search' }).fill('quartz');
  await sortBy(page).selectOption('oldest');
  await expect(page).toHaveURL('/gallery?search=quartz&sortBy=oldest');
});

test('a search cleared while more of it is being typed stays cleared', async ({ page }) => {
  await page.clock.install();
  await page.goto('/gallery?search=quartz');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  const field = filters.getByRole('searchbox', { name: 'Search' });
  await expect(field).toHaveValue('quartz');
  await stopClock(page);
  await field.fill('quartz agate');
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/gallery');
  await expect(field).toHaveValue('');
  await page.clock.runFor(1_000);
  await sortBy(page).selectOption('oldest');
  await expect(page).toHaveURL('/gallery?sortBy=oldest');
  await expect(field).toHaveValue('');

  await choose(page, 'Hamilton, Illinois');
  await field.fill('agate');
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await expect(field).toHaveValue('');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/gallery?sortBy=oldest');
});

test('consecutive price changes form one history entry', async ({ page }) => {
  await page.goto('/gallery?location=Keokuk%2C+Iowa');
  const highest = page.getByRole('slider', { name: 'Highest price' });
  for (const price of [490, 480, 470]) {
    await highest.press('ArrowLeft');
    await expect(page).toHaveURL(`/gallery?location=Keokuk%2C+Iowa&maxPrice=${price}`);
  }
  await choose(page, 'Hamilton, Illinois');
  await expect(page).toHaveURL('/gallery?location=Hamilton%2C+Illinois&maxPrice=470');
  await highest.press('ArrowLeft');
  await expect(page).toHaveURL('/gallery?location=Hamilton%2C+Illinois&maxPrice=460');
  for (const [before, price] of [
    ['location=Hamilton%2C+Illinois&maxPrice=470', '470'],
    ['location=Keokuk%2C+Iowa&maxPrice=470', '470'],
    ['location=Keokuk%2C+Iowa', '500'],
  ] as const) {
    await page.goBack();
    await expect(page).toHaveURL(`/gallery?${before}`);
    await expect(highest).toHaveAttribute('aria-valuenow', price);
  }
});

test('the keys of the price thumbs move the one that has the focus, never past the other', async ({ page }) => {
  const lowest = page.getByRole('slider', { name: 'Lowest price' });
  const highest = page.getByRole('slider', { name: 'Highest price' });
  await page.goto('/gallery');
  const show = async (query: string) => {
    await page.evaluate((url) => {
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/gallery${query}`);
    const bounds = new URLSearchParams(query);
    await expect(lowest).toHaveAttribute('aria-valuenow', bounds.get('minPrice') ?? '0');
    await expect(highest).toHaveAttribute('aria-valuenow', bounds.get('maxPrice') ?? '500');
  };
  for (const { from, thumb, key, to } of [
    { from: '?maxPrice=100', thumb: lowest, key: 'End', to: '?minPrice=90&maxPrice=100' },
    { from: '?minPrice=90&maxPrice=100', thumb: lowest, key: 'Home', to: '?maxPrice=100' },
    { from: '?minPrice=100&maxPrice=110', thumb: highest, key: 'End', to: '?minPrice=100' },
    { from: '?minPrice=100', thumb: highest, key: 'Home', to: '?minPrice=100&maxPrice=110' },
    { from: '?maxPrice=50', thumb: lowest, key: 'PageUp', to: '?minPrice=40&maxPrice=50' },
    { from: '?minPrice=50&maxPrice=90', thumb: highest, key: 'Shift+ArrowLeft', to: '?minPrice=50&maxPrice=60' },
  ]) {
    await show(from);
    await thumb.press(key);
    await expect(page).toHaveURL(`/gallery${to}`);
    await expect(thumb).toBeFocused();
  }
  // faster than the page can follow
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/gallery?minPrice=50&maxPrice=110');
});

test('a page past the end shows the last page', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}&page=99`);
  await expect(card(page, geode!.title)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
});

test('each filter offers the values of the catalogue', async ({ page }) => {
  await page.goto('/gallery?size=medium&minPrice=50&maxPrice=360');
  if (isPhone()) await page.getByRole('button', { name: /^Filters/ }).click();
  const options = (legend: string) => page.getByRole('group', { name: legend }).locator('label');
  await expect(options('Location')).toHaveText(['All', 'Keokuk, Iowa', 'Hamilton, Illinois']);
  await expect(options('Crystal type')).toHaveText(['All', 'Quartz', 'Calcite', 'Chalcedony', 'Pyrite']);
  await expect(options('Category')).toHaveText(['All', 'Individual', 'Gift Box', 'Mystery Pack']);
  await expect(options('Size')).toHaveText(['All', 'Small (1-3 inches)', 'Medium (3-6 inches)', 'Large (6+ inches)']);
  await expect(page.getByRole('radio', { name: /^Medium/ })).toBeChecked();
  const highest = page.getByRole('slider', { name: 'Highest price' });
  await expect(page.getByRole('slider', { name: 'Lowest price' })).toHaveAttribute('aria-valuenow', '50');
  await expect(highest).toHaveAttribute('aria-valuenow', '360');
  await expect(highest).toHaveAttribute('aria-valuemax', '500');
  await expect(page.getByRole('group', { name: 'Price' })).toContainText('$500+');
  await highest.press('ArrowRight');
  await expect(highest).toHaveAttribute('aria-valuenow', '370');
  if (isPhone()) await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL(/maxPrice=370/);
});

test('the page number resets to 1 when a filter or the sort changes', async ({ page, request }) => {
  const geodes = fakeGeodes(await geodeOnSale(request), 10);
  await fakeGeodeList(page, geodes, { total: 95, totalPages: 10 });
  await page.goto('/gallery?page=4');
  await expect(count(page)).toHaveText('Showing 31–40 of 95 geodes');
  await sortBy(page).selectOption('oldest');
  await expect(page).toHaveURL('/gallery?sortBy=oldest');
  await page.goto('/gallery?page=4');
  await choose(page, 'Hamilton, Illinois');
  await expect(page).toHaveURL('/gallery?location=Hamilton%2C+Illinois');
});

test('pagination shows up to 5 page buttons and reaches all pages', async ({ page, request }) => {
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
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/gallery?page=6');
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL('/gallery?page=5');
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

test('a placeholder is smooth and shows none of its few pixels', async ({ page, request }) => {
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
  await page.route(/\/objects\//, () => new Promise(() => undefined));
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  const picture = page.getByRole('main').getByRole('listitem').getByRole('img').first();
  await expect(picture).not.toHaveCSS('background-image', 'none');
  const alone = await picture.screenshot({ style: '[aria-label^=Save] { visibility: hidden }' });
  expect(await sharpestBend(page, alone)).toBeLessThan(24);
});

test('a blurred placeholder is shown while a picture loads', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/objects\//, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  const picture = page.getByRole('main').getByRole('listitem').getByRole('img').first();
  await expect(picture).toHaveCSS('background-image', /^url\("data:image\//);
  release();
  await expect(picture).toHaveCSS('background-image', 'none');
});

test.describe('a picture that fails to load', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a picture that fails to load leaves its frame and alternative text without the browser’s icon', async ({
    page,
  }) => {
    await page.route(/\/objects\//, (route) => route.fulfill({ status: 404 }));
    await page.goto('/gallery');
    const picture = page.getByRole('main').getByRole('listitem').getByRole('img').first();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await expect(picture).toHaveCSS('opacity', '1');
    await expect(picture).not.toHaveAccessibleName('');
  });
});

test('12 skeletons are shown while the cards load', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/geodes\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/gallery');
  const loading = page.getByRole('list', { name: 'Loading geodes' });
  await expect(loading.getByRole('listitem')).toHaveCount(12);
  release();
  await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test(
  'a card shows its picture, heart, badges, title, description, price and two buttons',
  { tag: ON_PHONE },
  async ({ page, request }) => {
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
    await expect(zoom).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(zoom).toHaveCount(0);
  },
);

test('the gallery page ends with the about and contact sections', async ({ page }) => {
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { name: 'Featured Geodes' })).toBeVisible();
  await expect(page.locator('#gallery')).toBeVisible();
  await expect(page.locator('#about')).toBeAttached();
  await expect(page.locator('#contact')).toBeAttached();
});

test('an empty result says whether filters caused it', async ({ page }) => {
  await fakeGeodeList(page, [], { totalPages: 0 });
  await page.goto('/gallery?size=large');
  await expect(page.getByRole('heading', { name: 'No Geodes Found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters to see more results.')).toBeVisible();
  await page.goto('/gallery?sortBy=oldest');
  await expect(page.getByText('No geodes are currently available.')).toBeVisible();
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
    await page.unroute(/\/api\/geodes\?/);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await loaded;
    await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
  });
  test('a list that fails without a server message shows the site’s own', async ({ page }) => {
    await page.route(/\/api\/geodes\?/, (route) => route.fulfill({ status: 400, body: '<html>' }));
    await page.goto('/gallery');
    await expect(page.getByText('Something went wrong while loading the geode collection.')).toBeVisible();
  });
});

test('lists are not fetched again when the window gets focus or when the visitor returns to them', async ({ page }) => {
  let calls = 0;
  page.on('request', (one) => {
    if (one.url().includes('/api/geodes?')) calls += 1;
  });
  await page.goto('/gallery');
  await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
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
  await page.goto('/gallery');
  await expect(page.getByRole('button', { name: 'Owner’s panel' })).toHaveCount(0);
  await signIn(page.request);
  await page.evaluate(() => localStorage.setItem('admin_authenticated', 'true'));
  await page.reload();
  const opener = page.getByRole('button', { name: 'Owner’s panel' });
  await opener.click();
  const panel = page.getByRole('dialog', { name: 'Owner’s panel' });
  await expect(panel).toBeVisible();
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
  await expect(opener).toHaveCount(0);
});
