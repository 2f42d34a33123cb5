import { expect, type Page } from '@playwright/test';
import { fakeGeodeList, card, navigate, uniqueWord, putOnSale, stopClock, test } from './site.js';
import { PHONE_ONLY } from './on-phone.js';

const sortBy = (page: Page) => page.locator('select[aria-label="Sort by"]:visible');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /Showing|geodes/ });

/** Chooses filters, each of which is marked at once, before the URL has changed. */
const choose = async (page: Page, ...names: string[]): Promise<void> => {
  const filters = page.getByRole('complementary', { name: 'Filters' });
  for (const name of names) await filters.getByRole('radio', { name, exact: true }).check();
};

test('the URL holds filters and sort without defaults; a reload and Back restore them', async ({ page, request }) => {
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
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
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
  });
  await test.step('a reload restores them', async () => {
    await page.reload();
    await expect(count(page)).toHaveText('Showing 1–1 of 1 geode');
    await expect(card(page, `${word} stone 1`)).toBeVisible();
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

test('a search cleared while more of it is being typed stays cleared, and a filter chosen meanwhile stays', async ({
  page,
}) => {
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
  await expect(page.getByRole('region', { name: 'Geodes', exact: true })).toBeFocused();
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

  await field.fill('quartz');
  await sortBy(page).selectOption('price-asc');
  await expect(page).toHaveURL('/gallery?sortBy=price-asc');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/gallery?search=quartz&sortBy=price-asc');
});

test('a search being typed forms one history entry, another after a filter a second one', async ({ page }) => {
  await page.goto('/gallery');
  const field = page.getByRole('searchbox', { name: 'Search' });
  for (const typed of ['quartz', 'quartz k']) {
    await field.fill(typed);
    await expect(page).toHaveURL(`/gallery?search=${typed.replace(' ', '+')}`);
  }
  await choose(page, 'Hamilton, Illinois');
  await expect(page).toHaveURL('/gallery?search=quartz+k&location=Hamilton%2C+Illinois');
  await field.fill('quartz kalcite');
  await expect(page).toHaveURL('/gallery?search=quartz+kalcite&location=Hamilton%2C+Illinois');
  for (const before of ['?search=quartz+k&location=Hamilton%2C+Illinois', '?search=quartz+k', '']) {
    await page.goBack();
    await expect(page).toHaveURL(`/gallery${before}`);
  }
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
    await navigate(page, `/gallery${query}`);
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

test('each filter offers the values of the catalogue and shows that of a shared link', async ({ page }) => {
  await page.goto('/gallery?size=medium&minPrice=50&maxPrice=360');
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
  await expect(page).toHaveURL(/maxPrice=370/);
});

test('an empty result says whether filters caused it', async ({ page }) => {
  await fakeGeodeList(page, [], { totalPages: 0 });
  await page.goto('/gallery?sortBy=oldest');
  await expect(page.getByRole('heading', { name: 'No Geodes Found' })).toBeVisible();
  await expect(page.getByText('No geodes are currently available.')).toBeVisible();
  await choose(page, 'Gift Box');
  await expect(page.getByText('Try adjusting your filters to see more results.')).toBeVisible();
});

test(
  'on a phone the filters of a sheet are chosen first and applied together, and a badge counts them',
  { tag: PHONE_ONLY },
  async ({ page, request }) => {
    const word = uniqueWord();
    await putOnSale(request, 2, (index) => ({
      title: `${word} ${index}`,
      location: index === 0 ? 'Hamilton, Illinois' : 'Keokuk, Iowa',
    }));
    await page.goto(`/gallery?search=${word}`);
    await expect(count(page)).toHaveText('Showing 1–2 of 2 geodes');
    await page.getByRole('button', { name: /^Filters .*1 active/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('radio', { name: 'Hamilton, Illinois' }).check();
    const apply = sheet.getByRole('button', { name: 'Apply Filters' });
    await expect(apply).toContainText('2');
    expect(new URL(page.url()).searchParams.has('location')).toBe(false);
    await apply.click();
    await expect(sheet).toBeHidden();
    await expect(count(page)).toHaveText('Showing 1–1 of 1 geode');
    await expect(page.getByRole('button', { name: /^Filters .*2 active/ })).toBeVisible();
  },
);
