import { type BrowserContext, expect, type Page } from '@playwright/test';
import { fromSite } from '../shop/calls.js';
import { SHOP_URL } from '../shop/settings.js';
import { FAILED_RESPONSE, card, cartButton, drawer, putOnSale, test, uniqueWord, untilLive } from './site.js';

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Sets the clock of the visitor's device an hour ahead. */
const setWrongClock = (context: BrowserContext) =>
  context.addInitScript(() => {
    const RealDate = Date;
    const now = () => RealDate.now() + 3_600_000;
    window.Date = class extends RealDate {
      constructor(...parts: [] | [string | number]) {
        super(parts.length > 0 ? parts[0]! : now());
      }
      static override now = now;
    } as DateConstructor;
  });

/** Returns the paths of the catalogue reads of a page, in the order sent. */
const watchReads = (page: Page): string[] => {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/geodes')) reads.push(pathname);
  });
  return reads;
};

const untilInstant = async (instant: string, afterMs: number) => {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(instant) + afterMs - Date.now())));
};

test.describe('a drop', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('opens by itself at its instant on a page whose clock is an hour wrong, and one visitor gets the geode', async ({
    page,
    context,
    browser,
    request,
  }) => {
    const word = uniqueWord();
    const [geode] = await putOnSale(request, 1, () => ({ title: `Drop ${word}`, availableFrom: inMs(3_600_000) }));
    await setWrongClock(context);
    const reads = watchReads(page);
    await page.goto(`/gallery?available=upcoming&search=${word}`);
    await expect(page).toHaveTitle('Coming Soon · Midwest Geodes');
    const shown = card(page, `Drop ${word}`);
    await expect(shown.getByRole('timer')).toBeVisible();
    await expect(shown.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
    await expect(shown.getByText('$')).toBeVisible();

    await untilLive(page, () => page.goto(`/gallery?search=${word}`));
    await expect(shown.getByRole('timer')).toBeVisible();
    const availableFrom = inMs(12_000);
    const moved = { ids: [geode!.id], availableFrom };
    expect((await request.patch('/api/admin/geodes/schedule', { headers: fromSite, data: moved })).status()).toBe(200);
    await expect(shown.getByRole('timer')).toHaveText(/^in \d+ seconds?$/);
    reads.length = 0;
    await expect(shown.getByRole('button', { name: 'Add to Cart' })).toBeEnabled({ timeout: 30_000 });
    expect(Math.abs(Date.now() - Date.parse(availableFrom))).toBeLessThan(3_000);
    expect(reads).toEqual([]);
    await shown.getByRole('button', { name: 'Add to Cart' }).click();

    await test.step('a late visitor sees it on sale, and then in another checkout', async () => {
      await untilInstant(availableFrom, 1_000);
      const late = await browser.newPage({ baseURL: SHOP_URL });
      await late.goto(`/gallery?search=${word}`);
      await expect(card(late, `Drop ${word}`).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
      const held = await page.request.post('/api/holds', {
        data: { items: [{ geodeId: geode!.id, quantity: 1 }] },
      });
      expect(held.status()).toBe(201);
      await expect(card(late, `Drop ${word}`).getByRole('button', { name: 'In another checkout' })).toBeVisible();
      await late.close();
    });
    await cartButton(page).click();
    await expect(drawer(page).getByText(`Drop ${word}`)).toBeVisible();
  });

  test('that is moved, called off or withdrawn changes every open page', async ({ page, request }) => {
    const word = uniqueWord();
    const [geode] = await putOnSale(request, 1, () => ({ title: `Moved ${word}`, availableFrom: inMs(3_600_000) }));
    const change = async (changes: Record<string, unknown>) => {
      const reply = await request.put(`/api/admin/geodes/${geode!.id}`, { data: changes, headers: fromSite });
      expect(reply.status()).toBe(200);
    };
    await page.goto(`/gallery?search=${word}`);
    const shown = card(page, `Moved ${word}`);
    await expect(shown.getByRole('timer')).toHaveText(/^in (1 hour|\d+ minutes)$/);
    await change({ availableFrom: inMs(5 * 86_400_000) });
    await expect(shown.getByRole('timer')).toHaveText('in 5 days');
    await change({ availableFrom: null });
    await expect(shown.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await change({ isDraft: true });
    await expect(shown).toHaveCount(0);
    await expect(page.getByText('No Geodes Found')).toBeVisible();
  });
});

test('an upcoming geode can be wished for, and its page says when it goes on sale', async ({ page, request }) => {
  const word = uniqueWord();
  const availableFrom = inMs(3 * 86_400_000);
  const [geode] = await putOnSale(request, 1, () => ({ title: `Wished ${word}`, availableFrom }));
  await page.goto(`/gallery?geode=${geode!.id}`);
  const dialog = page.getByRole('dialog', { name: `Wished ${word}` });
  await expect(dialog.getByText(/^On sale \w{3}, \w{3} \d+, \d+:\d\d [AP]M C[SD]T in 3 days$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
  await dialog.getByRole('button', { name: `Save Wished ${word}` }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 saved', exact: true }).click();
  await expect(card(page, `Wished ${word}`).getByRole('timer')).toHaveText('in 3 days');
});

test('the shop’s time is read again after a slow response', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({ availableFrom: inMs(3_600_000) }));
  let asked = 0;
  await page.clock.install();
  await page.route('**/api/time', async (route) => {
    asked += 1;
    if (asked === 1) await page.clock.fastForward(2_000);
    await route.fallback();
  });
  await page.goto(`/gallery?geode=${geode!.id}`);
  await expect(page.getByRole('dialog').getByRole('timer')).toBeVisible();
  expect(asked).toBe(1);
  await page.clock.fastForward(10_000);
  await expect.poll(() => asked).toBe(2);
  await page.clock.fastForward(10_000);
  expect(asked).toBe(2);
});
