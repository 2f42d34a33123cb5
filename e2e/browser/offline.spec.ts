import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request, type Route } from '@playwright/test';
import { chooseTab, openTab } from './owner-tab.js';
import { drawer, putOnSale, stopClock, stopFaking, test, untilLive } from './site.js';

test.use({
  expectedErrors: /Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|could not be fetched|live-stream/,
});

/** Scripts that the page is fetching, and when the last of them began or ended. */
let fetching = 0;
let changedAt = 0;
test.beforeEach(({ page }) => {
  fetching = 0;
  const count = (request: Request, change: number) => {
    if (request.resourceType() !== 'script') return;
    fetching += change;
    changedAt = Date.now();
  };
  page.on('request', (request) => count(request, 1));
  page.on('requestfinished', (request) => count(request, -1));
  page.on('requestfailed', (request) => count(request, -1));
});

/** Time without scripts after which a page that has just changed asks for no more, milliseconds. */
const QUIET_MS = 500;

/** Waits for scripts under way: browsers keep the failure of one, and of what it imports, until a reload. */
const goOffline = async (page: Page): Promise<void> => {
  const from = Date.now();
  await expect.poll(() => fetching === 0 && Date.now() - Math.max(changedAt, from) > QUIET_MS).toBe(true);
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
};

const offline = (page: Page) => page.getByRole('alert').filter({ hasText: 'You are offline' });

const pages = [
  { label: 'Home', path: '/', shows: (page: Page) => page.getByRole('group', { name: 'Featured specimens' }) },
  { label: 'Gallery', path: '/gallery', shows: (page: Page) => page.getByRole('list', { name: 'Geodes' }) },
  { label: 'Showcase', path: '/showcase', shows: (page: Page) => page.getByRole('main').getByRole('listitem').first() },
  { label: 'Track Order', path: '/track-order', shows: (page: Page) => page.getByLabel('Email') },
];
test('each page, and a drawer whose script fails to load, say that the connection is lost and recover by themselves', async ({
  page,
  context,
}) => {
  await untilLive(page, () => page.goto('/terms'));
  for (const { label, path, shows } of pages)
    await test.step(path, async () => {
      await goOffline(page);
      await page.getByRole('banner').getByRole('link', { name: label }).first().click();
      await expect(page).toHaveURL(path);
      await expect(offline(page)).toContainText('The connection is gone.');
      await context.setOffline(false);
      await expect(shows(page)).toBeVisible();
      await expect(offline(page)).toHaveCount(0);
    });
  await test.step('the cart', async () => {
    await goOffline(page);
    await page.getByRole('button', { name: /^Cart/ }).click();
    await expect(page.getByText('You are offline')).toBeVisible();
    await context.setOffline(false);
    await expect(drawer(page)).toBeVisible();
  });
});

test('a page’s script is not fetched before the shop responds again: browsers would keep its failure', async ({
  page,
  context,
}) => {
  const probe = (url: URL) => url.pathname === '/';
  const probes: Route[] = [];
  await page.route(probe, (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback();
    return probes.push(route) > 1 ? route.abort() : undefined;
  });
  await untilLive(page, () => page.goto('/terms'));
  await goOffline(page);
  await context.setOffline(false);
  await expect.poll(() => probes.length).toBe(1);
  // the connection is lost again before the response arrives
  await goOffline(page);
  await probes[0]!.fulfill();
  await expect.poll(() => probes.length).toBeGreaterThan(1);
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.getByRole('banner').getByRole('link', { name: 'Showcase' }).first().click();
  await expect(offline(page)).toBeVisible();
  expect(scripts).toEqual([]);
  await stopFaking(page, probe);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(pages[2]!.shows(page)).toBeVisible();
});

test('an open geode, an order look-up and a tab of the panel recover by themselves', async ({
  page,
  context,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  await page.addInitScript(
    (item) => localStorage.setItem('geode-wishlist', item),
    JSON.stringify([{ ...geode!, price: Number(geode!.price) }]),
  );
  await test.step('an order look-up recovers', async () => {
    await untilLive(page, () => page.goto('/track-order'));
    await page.getByLabel('Email').fill(`demo-${randomUUID()}@example.com`);
    await goOffline(page);
    await page.getByRole('main').getByRole('button', { name: 'Track Order' }).click();
    await expect(offline(page)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('No orders found')).toBeVisible();
  });
  await test.step('an open geode recovers', async () => {
    await page.getByRole('link', { name: 'Wishlist' }).click();
    await expect(page.getByRole('link', { name: geode!.title })).toBeVisible();
    await goOffline(page);
    await page.getByRole('link', { name: geode!.title }).click();
    await expect(page).toHaveURL(`/gallery?geode=${geode!.id}`);
    await expect(offline(page).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('dialog', { name: geode!.title })).toBeVisible();
  });
  await test.step('a tab of the panel recovers', async () => {
    await openTab(page, 'Orders');
    await goOffline(page);
    await chooseTab(page, 'Showcase');
    await expect(offline(page)).toBeVisible();
    await context.setOffline(false);
    await expect(offline(page)).toHaveCount(0);
  });
});

test('a picture that fails to load leaves its frame without the browser’s icon, is fetched once more, and again when the browser is online', async ({
  page,
  context,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  const file = new RegExp(geode!.imageUrl.replace(/\.\w+$/, ''));
  const requested: number[] = [];
  await page.route(file, (route) => {
    requested.push(Date.now());
    return route.abort();
  });
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  const picture = page.getByRole('main').getByRole('img', { name: geode!.title });
  const isShown = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 100);
  await expect(picture).toHaveAttribute('src', /^data:/);
  await expect.poll(() => (requested.at(-1) ?? 0) - (requested.at(-2) ?? Infinity)).toBeGreaterThan(1_500);
  expect(await isShown()).toBe(false);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await expect(picture).toHaveCSS('opacity', '1');
  await stopFaking(page, file);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(isShown).toBe(true);
});

test('a read without a response is retried with a backoff that doubles, and an empty showcase says so', async ({
  page,
}) => {
  await page.clock.install();
  const { promise: isPaused, resolve: paused } = Promise.withResolvers<void>();
  // the live stream would trigger further reads
  await page.route('**/assets/live-stream-*.js', (route) => route.abort());
  let calls = 0;
  await page.route('**/api/showcase', async (route) => {
    calls += 1;
    await isPaused;
    return calls < 4 ? route.abort() : route.fulfill({ json: [] });
  });
  await page.goto('/showcase');
  // From the first failure on, the clock must not also run by itself: a slow machine would reach the next try early.
  await stopClock(page);
  paused();
  await expect.poll(() => calls).toBe(1);
  for (const seconds of [2, 4]) {
    const before = calls;
    // the page starts its timer shortly after the failure
    await page.waitForTimeout(1_000);
    await page.clock.runFor((seconds - 1) * 1_000);
    await page.waitForTimeout(100);
    expect(calls).toBe(before);
    let passed = seconds - 1;
    for (; calls === before && passed < seconds + 3; passed += 1) {
      await page.clock.runFor(1_000);
      await page.waitForTimeout(500);
    }
    expect(passed).toBeLessThanOrEqual(seconds + 2);
    // React may render only when the clock moves on
    await expect(page.getByText('Unable to Load the Showcase')).toBeVisible();
  }
  await page.waitForTimeout(500);
  await page.clock.runFor(10_000);
  await page.clock.resume();
  await expect(page.getByText('Our showcase collection is being curated. Check back soon!')).toBeVisible();
});
