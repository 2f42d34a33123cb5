import { expect, type Page } from '@playwright/test';
import type { Geode } from '@geodes/contracts';
import { fromSite, geodeOnSale } from '../shop/calls.js';
import { FAILED_RESPONSE, isPhone, fakeGeodes, openCart, putOnSale, test, untilLive } from './site.js';
import { ON_PHONE } from './on-phone.js';

const fakeFeaturedList = (page: Page, geodes: Geode[]) =>
  page.route('**/api/geodes/featured', (route) => route.fulfill({ json: geodes }));

const carousel = (page: Page) => page.getByRole('group', { name: 'Featured specimens' });
const slide = (page: Page) => carousel(page).getByRole('heading', { level: 3 });
const pictures = (page: Page) => carousel(page).locator('a[tabindex="-1"] img');
const nextPicture = (page: Page) => carousel(page).getByRole('link', { name: /^Next/ }).locator('img');

test('the hero links to the featured specimens and to the about section; the home page explains the shop and geodes, answers five questions and shows contact details', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.getByRole('region', { name: 'Welcome' });
  await expect(hero).toContainText('Premium Midwest specimens');
  await hero.getByText('Browse Collection').click();
  await expect(page.locator('#gallery')).toBeInViewport();
  await hero.getByText('Learn More').click();
  await expect(page.locator('#about')).toBeInViewport();
  const why = page.getByRole('region', { name: 'Why choose us' });
  for (const point of ['Authenticity', 'Quality', 'Secure shipping'])
    await expect(why.getByRole('heading', { name: point })).toBeVisible();
  await expect(page.locator('#about').getByRole('heading', { level: 2 })).toBeVisible();
  const faq = page.locator('#faq details');
  await expect(faq).toHaveCount(5);
  await faq.last().locator('summary').click();
  await expect(faq.last().locator('p')).toBeVisible();
  const contact = page.locator('#contact');
  await expect(contact.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(contact.locator('a[href^="tel:"]')).toBeVisible();
  await expect(contact).toContainText('24 hours');
  await expect(contact).toContainText('Mon-Fri 9AM-5PM CST');
  await page.getByRole('link', { name: 'View All Specimens' }).click();
  await expect(page).toHaveURL('/gallery');
});

test(
  'the featured specimens fill their reserved space, and no slide shifts the content below',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const inTwoDays = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString();
    const geodes = fakeGeodes(await geodeOnSale(request), 5).map((geode, index) => ({
      ...geode,
      ...[
        { title: 'Geode', description: 'Small.', tier: '' as const },
        { title: 'Keokuk Geode with Golden Calcite and Smoky Quartz Points', category: 'mystery-pack' as const },
        { title: 'Twelve '.repeat(14), description: 'Long words. '.repeat(40), tier: 'S' as const },
        { availability: 'sold' as const, isAvailable: false, availableQuantity: 0 },
        { availability: 'upcoming' as const, isAvailable: false, availableFrom: inTwoDays },
      ][index],
    }));
    await page.addInitScript(() => {
      const seen = window as { shifted?: number };
      seen.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted! += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const gallery = page.locator('#gallery');
    const height = async () => (await gallery.boundingBox())!.height;
    for (const width of isPhone() ? [320, 390] : [1440, 1024, 800]) {
      await page.setViewportSize({ width, height: page.viewportSize()!.height });
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/geodes/featured', async (route) => {
        await released;
        await route.fulfill({ json: geodes });
      });
      await page.goto('/', { waitUntil: 'commit' });
      const pending = gallery.getByText('Loading featured specimens...').last();
      await expect(pending).toBeVisible();
      // until the styles are there, the text is visible at its unstyled place
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
      );
      await page.evaluate(() => document.fonts.ready);
      const reserved = await height();
      await expect(page.locator('#plain')).toHaveCount(0);
      await expect(pending).toBeVisible();
      expect(await height(), `${width} px`).toBe(reserved);
      release();
      await expect(slide(page)).toHaveText('Geode');
      for (const geode of geodes) {
        await expect(slide(page)).toHaveText(geode.title);
        await expect(carousel(page).getByRole('timer')).toHaveCount(geode.availability === 'upcoming' ? 1 : 0);
        expect(await height(), `${width} px: ${geode.title}`).toBe(reserved);
        await carousel(page).getByRole('button', { name: 'Next' }).click();
      }
      const shifted = await page.evaluate(() => (window as { shifted?: number }).shifted);
      expect(shifted).toBeLessThan(0.01);
    }
  },
);

test.describe('a featured list that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a featured list that fails to load shows an error and can be retried; an empty one says so', async ({
    page,
  }) => {
    await page.route('**/api/geodes/featured', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/');
    await expect(page.getByText('Unable to Load Geodes')).toBeVisible();
    await fakeFeaturedList(page, []);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No Featured Geodes')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByText('Featured specimens will appear here once selected in the admin panel.')).toBeVisible();
    await expect(page.getByText('Loading featured specimens...')).toHaveCount(0);
  });
});

test.describe('the carousel', () => {
  test.beforeEach(async ({ page, request }) => {
    await fakeFeaturedList(page, fakeGeodes(await geodeOnSale(request), 4));
    await page.clock.install();
  });

  test('the carousel advances every 5 seconds, loops, pauses under the pointer and can be stopped', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    await expect(slide(page)).toHaveText('Pretended stone 1');
    await test.step('the adjacent pictures are preloaded; the next one is also shown beside the slide', async () => {
      await expect(pictures(page)).toHaveCount(3);
      await expect(nextPicture(page)).toHaveCount(1);
    });
    await test.step('it advances and loops', async () => {
      await page.clock.runFor(3_000);
      await expect(slide(page)).toHaveText('Pretended stone 1');
      await page.clock.runFor(2_200);
      await expect(slide(page)).toHaveText('Pretended stone 2');
      for (const next of ['3', '4', '1']) {
        await page.clock.runFor(4_500);
        await page.clock.runFor(700);
        await expect(slide(page)).toHaveText(`Pretended stone ${next}`);
      }
      await carousel(page).getByRole('button', { name: 'Previous' }).click();
      await expect(slide(page)).toHaveText('Pretended stone 4');
      await carousel(page).getByRole('button', { name: 'Next' }).click();
      await expect(slide(page)).toHaveText('Pretended stone 1');
    });
    await test.step('it pauses under the pointer, and says so', async () => {
      await page.mouse.move(2, 2);
      await expect(page.getByText('Auto-advance paused')).toHaveCount(0);
      await carousel(page).hover();
      await expect(page.getByText('Auto-advance paused')).toBeVisible();
      const shown = await slide(page).innerText();
      await page.clock.runFor(20_000);
      await expect(slide(page)).toHaveText(shown);
      await page.mouse.move(2, 2);
      await expect(page.getByText('Auto-advance paused')).toHaveCount(0);
      await page.clock.runFor(6_000);
      await expect(slide(page)).not.toHaveText(shown);
    });
    await test.step('a button stops it', async () => {
      await carousel(page).getByRole('button', { name: 'Stop auto-advance' }).click();
      await page.mouse.move(2, 2);
      const shown = await slide(page).innerText();
      await page.clock.runFor(20_000);
      await expect(slide(page)).toHaveText(shown);
      await expect(carousel(page).getByRole('button', { name: 'Start auto-advance' })).toBeVisible();
    });
  });

  test('the carousel goes on when the geode that has the focus leaves it', async ({ page, request }) => {
    const [first, ...others] = (await putOnSale(request, 3)) as [Geode, ...Geode[]];
    await fakeFeaturedList(page, [first, ...others]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await untilLive(page, async () => {
      await page.goto('/');
      await carousel(page).getByRole('button', { name: 'View Details' }).focus();
    });
    await expect(page.getByText('Auto-advance paused')).toBeVisible();
    await fakeFeaturedList(page, others);
    await request.put(`/api/admin/geodes/${first.id}`, { data: { price: '12.50' }, headers: fromSite });
    await expect(slide(page)).not.toHaveText(first.title);
    await expect(page.getByText('Auto-advance paused')).toHaveCount(0);
  });

  test('nothing moves when the system asks for reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(slide(page)).toHaveText('Pretended stone 1');
    await page.clock.runFor(20_000);
    await expect(slide(page)).toHaveText('Pretended stone 1');
    await expect(carousel(page).getByRole('button', { name: 'Stop auto-advance' })).toHaveCount(0);
    await carousel(page).getByRole('button', { name: 'Next' }).click();
    await expect(slide(page)).toHaveText('Pretended stone 2');
    await page.getByRole('region', { name: 'Welcome' }).getByText('Learn More').click();
    const top = await page.locator('#about').evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeLessThan(120);
    await openCart(page);
    const longest = await page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0))),
    );
    expect(longest).toBe(0);
  });

  test('the carousel loads only the shown picture if the visitor saves data', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', saveData: true } });
    });
    await page.goto('/');
    await expect(slide(page)).toBeVisible();
    await expect(pictures(page)).toHaveCount(1);
    await expect(nextPicture(page)).toHaveCount(0);
  });
});

test('a single featured specimen does not move', async ({ page, request }) => {
  await fakeFeaturedList(page, fakeGeodes(await geodeOnSale(request), 1));
  await page.goto('/');
  await expect(slide(page)).toHaveText('Pretended stone 1');
  await expect(carousel(page).getByRole('button', { name: 'Next' })).toHaveCount(0);
});
