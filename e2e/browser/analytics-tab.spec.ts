import { expect, type Locator, type Page } from '@playwright/test';
import type { Analytics, SalesPoint } from '@geodes/contracts';
import { buy, signIn } from '../shop/calls.js';
import { MISSING_PICTURE, openTab } from './owner-tab.js';
import { FAILED_RESPONSE, uniqueWord, putOnSale, test } from './site.js';
import { expectAccessible } from './expect-accessible.js';

test.use({ expectedErrors: MISSING_PICTURE });

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const asTable = (page: Page, name: string) => page.getByRole('button', { name: `As table: ${name}` });
/** Returns the cells of a table, row by row, without its header. */
const rows = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)));
const analytics = async (page: Page, query: string): Promise<Analytics> =>
  (await (await page.request.get(`/api/admin/analytics?${query}`)).json()) as Analytics;
const dollars = (amount: string | number): string =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('the analytics tab shows new sales by day, kind and buyer, as charts and as tables', async ({ page }) => {
  const crystalType = `Rare ${uniqueWord()}`;
  const geodes = await putOnSale(page.request, 3, () => ({ crystalType, tier: 'S', price: '600.00' }));
  const email = `${uniqueWord()}@example.com`;
  await signIn(page.request);
  const before = await analytics(page, 'step=day');
  for (const ids of [geodes.slice(0, 2), geodes.slice(2)].map((some) => some.map(({ id }) => id)))
    expect((await buy(page.request, ids, { email })).status()).toBe(201);
  const after = await analytics(page, 'step=day');
  expect(after.total.orders).toBeGreaterThanOrEqual(before.total.orders + 2);
  expect(after.buyers.first.orders).toBeGreaterThan(before.buyers.first.orders);
  expect(after.buyers.returning.orders).toBeGreaterThan(before.buyers.returning.orders);

  await openTab(page, 'Analytics');
  const sales = section(page, 'Sales');
  await expect(sales.getByRole('img', { name: /^Revenue by day: \$/ })).toBeVisible();
  await expect(sales.getByRole('img', { name: /^Orders by day: / })).toBeVisible();
  // 1,200 less 10 %, plus 600
  await expect(section(page, 'Sold by crystal type')).toContainText(`${crystalType}3 stones, $1,680.00`);

  await asTable(page, 'Sales').click();
  await expect(page.getByRole('button', { name: 'As chart: Sales' })).toBeFocused();
  const days = await rows(sales.getByRole('table', { name: 'Sales' }));
  expect(days).toHaveLength(30);
  const today = days.at(-1) ?? [];
  const average = (Number(today[1]?.replace(/[$,]/g, '')) / Number(today[2])).toFixed(2);
  expect(Number(today[2])).toBeGreaterThanOrEqual(2);
  expect(Number(today[3]?.replace(/[$,]/g, ''))).toBeCloseTo(Number(average), 1);
  await expect(sales.getByText('Average order', { exact: true }).first()).toBeVisible();

  await asTable(page, 'Sold by crystal type').click();
  const kinds = await rows(section(page, 'Sold by crystal type').getByRole('table'));
  expect(kinds).toContainEqual([crystalType, '3', '$1,680.00']);
  await asTable(page, 'Buyers').click();
  expect((await rows(section(page, 'Buyers').getByRole('table'))).map(([name]) => name)).toEqual([
    'First-time buyers',
    'Returning buyers',
  ]);
  await expect(section(page, 'On sale now')).toContainText(/\d+ stones? for \$/);
  await expect(section(page, 'On sale for longest').getByRole('table').locator('tbody tr').first()).toContainText('$');

  await page.getByLabel('Period').selectOption({ label: 'Last 12 months' });
  await expect(page.getByLabel('Step')).toHaveValue('month');
  await expect.poll(async () => (await rows(sales.getByRole('table'))).length).toBeLessThanOrEqual(13);
  expect((await rows(sales.getByRole('table'))).reduce((sum, [, , orders]) => sum + Number(orders), 0)).toBeGreaterThan(
    1,
  );
  await page.getByLabel('Step').selectOption({ label: 'By week' });
  await expect(sales.getByRole('rowheader').first()).toContainText('Week of');
});

/** Makes figures of a shop that has been selling for years. */
const fakeFigures = (change: Partial<Analytics> = {}): Analytics => {
  const point = (index: number): SalesPoint => {
    const start = new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);
    const orders = index % 7;
    return { start, orders, revenue: `${orders * 1_234}.50`, averageOrder: orders ? '1234.00' : null };
  };
  const points = Array.from({ length: 30 }, (_, index) => point(index));
  const slice = (value: string | null, geodes: number) => ({ value, geodes, revenue: `${geodes * 99}.00` });
  const sum = { revenue: '107358.00', orders: 87, averageOrder: '1234.00' };
  return {
    timeZone: 'America/Chicago',
    step: 'day',
    from: '2026-10-01',
    to: '2026-10-30',
    firstDay: '2019-04-01',
    total: { ...sum, geodes: 120 },
    points,
    buyers: { first: { ...sum, orders: 60 }, returning: { ...sum, orders: 27 } },
    sold: {
      crystalType: [slice('Quartz', 80), slice('Amethyst', 40)],
      tier: [slice('S', 60), slice('', 40), slice(null, 20)],
      location: [
        slice('Keokuk, Iowa', 100),
        slice(`${'Behind the mill, '.repeat(8)}Warsaw, Illinois`, 15),
        { ...slice('', 5), rest: 4 },
      ],
      priceBand: [slice('0', 20), slice('50000', 100)],
    },
    onSale: {
      geodes: 46,
      inCheckout: 2,
      value: '5120.00',
      medianDays: 41,
      ages: [0, 30, 90, 180, 365].map((fromDays) => ({ fromDays, geodes: 9, value: '1024.00' })),
      oldest: [{ id: 'x', title: 'The old one', price: '310.00', days: 912 }],
    },
    ...change,
  };
};

const fakeAnalytics = (page: Page, reply: () => Analytics | null) =>
  page.route('**/api/admin/analytics*', (route) => {
    const json = reply();
    return json
      ? route.fulfill({ json })
      : route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Catching its breath.' } });
  });

test('charts and tables of the analytics tab meet WCAG 2.2 AA in light and dark and show the same figures', async ({
  page,
}) => {
  await fakeAnalytics(page, fakeFigures);
  await openTab(page, 'Analytics');
  await expect(section(page, 'Sales').getByRole('img', { name: / by day: / })).toHaveCount(2);
  await expectAccessible(page, 'charts', '#main');
  const bars = (name: string) => section(page, name).getByRole('listitem');
  await expect(bars('Sold by quality tier')).toContainText(['Tier S', 'No tier', 'Unknown']);
  await expect(bars('Sold by location').last()).toContainText('4 others');
  await expect(bars('On sale now').nth(1)).toContainText('30 to 89 days');
  await expect(section(page, 'On sale now')).toContainText(
    '2 of them in a checkout. Half of them for 41 days or longer.',
  );
  const charted = await bars('Sold by price').allTextContents();

  const names = [
    'Sales',
    'Buyers',
    'Sold by crystal type',
    'Sold by quality tier',
    'Sold by location',
    'Sold by price',
  ];
  for (const name of [...names, 'On sale now']) {
    await asTable(page, name).focus();
    await page.keyboard.press('Enter');
  }
  const prices = await rows(section(page, 'Sold by price').getByRole('table'));
  expect(prices.map(([name, geodes, revenue]) => `${name}${geodes} stones, ${revenue}`)).toEqual(charted);
  const days = await rows(section(page, 'Sales').getByRole('table'));
  const { points } = fakeFigures();
  expect(days.map(([, revenue, orders]) => [revenue, orders])).toEqual(
    points.map(({ revenue, orders }) => [dollars(revenue), String(orders)]),
  );
  expect(days[3]).toEqual(['Oct 4, 2026', '$3,702.50', '3', '$1,234.00']);
  const scroller = page.getByRole('region', { name: 'Sales, table' });
  await scroller.focus();
  await page.keyboard.press('End');
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await expectAccessible(page, 'tables', '#main');
  await page.getByRole('button', { name: 'As chart: Sales' }).click();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.describe('without figures', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('the analytics tab reports missing sales, invalid dates and figures that failed to load', async ({ page }) => {
    const none = { revenue: '0.00', orders: 0, averageOrder: null };
    const empty = { crystalType: [], tier: [], location: [], priceBand: [] };
    let reply: Analytics | null = null;
    const queries: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/analytics')) queries.push(new URL(request.url()).search);
    });
    await fakeAnalytics(page, () => reply);
    await openTab(page, 'Analytics');
    await expect(page.getByRole('alert')).toContainText('Catching its breath.');
    reply = fakeFigures({ firstDay: null, total: { ...none, geodes: 0 }, sold: empty });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'No Sales Yet' })).toBeVisible();
    await expect(section(page, 'On sale now')).toContainText('46 stones');
    await expect(section(page, 'Sales')).toHaveCount(0);

    reply = fakeFigures({ total: { ...none, geodes: 0 }, sold: empty });
    await page.getByLabel('Period').selectOption({ label: 'Chosen days' });
    await page.getByLabel('First day').fill('2026-10-01');
    await page.getByLabel('Last day').fill('2026-09-30');
    await expect(page.getByText('The first day must not be after the last.')).toBeVisible();
    await page.getByLabel('Last day').fill('2026-10-30');
    await expect(page.getByRole('status').filter({ hasText: 'nothing was sold' })).toBeVisible();
    await expect(section(page, 'Sold by location')).toContainText('Nothing was sold in this period.');
    await expect.poll(() => queries.at(-1)).toBe('?step=day&from=2026-10-01&to=2026-10-30');
    expect(queries.some((query) => query.includes('to=2026-09-30'))).toBe(false);
    await page.getByLabel('First day').fill('2020-01-01');
    await expect(page.getByLabel('Step')).toHaveValue('week');
    await expect.poll(() => queries.at(-1)).toBe('?step=week&from=2020-01-01&to=2026-10-30');
  });
});
