import { expect, type Page } from '@playwright/test';
import { card, sell, test, toast } from './shopper.js';

/** Keeps the site's script back until the function that it returns is called. */
const holdScript = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/start-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

const isDrawn = (page: Page) => expect(page.locator('#plain')).toHaveCount(0);

test('each first view stands where the site draws it, before its script has come', async ({ page, request }) => {
  const [stone] = await sell(request, 1, () => ({ isFeatured: true }));
  const heading = { role: 'heading', options: { level: 1 } } as const;
  const views = [
    { path: '/', heading, picture: page.getByRole('region', { name: 'Welcome' }).getByRole('img') },
    { path: '/gallery', heading, picture: page.getByRole('list', { name: 'Geodes' }).getByRole('img').first() },
    {
      path: `/gallery?geode=${stone!.id}`,
      heading: { role: 'heading', options: { name: stone!.title } } as const,
      picture: page.getByRole('img', { name: stone!.title }).last(),
    },
    { path: '/our-story', heading, picture: page.getByRole('banner').getByRole('link').first() },
  ];
  for (const { path, heading, picture } of views)
    await test.step(path, async () => {
      const release = await holdScript(page);
      await page.goto(path, { waitUntil: 'commit' });
      const parts = [page.getByRole(heading.role, heading.options).last(), picture];
      const places = () =>
        Promise.all(
          parts.map(async (part) => {
            const { x, y, width } = (await part.boundingBox())!;
            return [x, y, width].map(Math.round);
          }),
        );
      for (const part of parts) await expect(part).toBeVisible();
      await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/')));
      await page.evaluate(() => document.fonts.ready);
      const before = await places();
      release();
      await isDrawn(page);
      await expect.poll(places).toEqual(before);
      await page.unrouteAll();
    });
});

test('the contact details are there from the first draw on, and stay', async ({ page }) => {
  await page.route('**/api/config', () => new Promise(() => undefined));
  await page.addInitScript(() => {
    let seen = false;
    new MutationObserver(() => {
      const isThere = document.querySelector('#contact a[href^="mailto:"]') !== null;
      if (seen && !isThere) document.documentElement.dataset.lost = 'the email';
      seen ||= isThere;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  for (const part of [page.locator('#contact'), page.getByRole('contentinfo')]) {
    await expect(part.locator('a[href^="mailto:"]')).toBeVisible();
    await expect(part.locator('a[href^="tel:"]')).toBeVisible();
  }
  await expect(page.locator('html')).not.toHaveAttribute('data-lost');
});

test('who comes by keyboard before the script keeps the place', async ({ page, request }) => {
  const [stone] = await sell(request, 1);
  const release = await holdScript(page);
  await page.goto(`/gallery?search=${encodeURIComponent(stone!.title)}`, { waitUntil: 'commit' });
  const link = card(page, stone!.title).getByRole('link', { name: stone!.title }).last();
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await link.focus();
  release();
  await isDrawn(page);
  await expect(link).toBeFocused();
});

test('nothing answers to a press before the script has come, and everything after', async ({ page, request }) => {
  const [stone] = await sell(request, 1);
  const release = await holdScript(page);
  await page.goto(`/gallery?search=${encodeURIComponent(stone!.title)}`, { waitUntil: 'commit' });
  const add = card(page, stone!.title).getByRole('button', { name: 'Add to Cart' });
  await expect(add).toBeVisible();
  await expect(page.getByLabel('Sort by').first()).toBeDisabled();
  await expect(page.getByLabel('Sort by').and(page.locator(':enabled'))).toHaveCount(0);
  const pressed = add.click();
  release();
  await pressed;
  await expect(toast(page, 'Added to cart')).toBeVisible();
});
