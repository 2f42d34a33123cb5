import { expect, type Page } from '@playwright/test';
import { card, cartButton, drawer, isPhone, ownWord, sell, test } from './shopper.js';

/** Keeps the site's script back until the function that it returns is called. */
const holdScript = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/site-*.js', async (route) => {
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

/** Notes what was pressed, and whether it looks otherwise in the next frame. */
const watchPresses = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as { shown?: Record<string, boolean> };
    const shown = (seen.shown = {});
    window.addEventListener(
      'click',
      ({ target }) => {
        const pressed = (target as Element).closest('a, button');
        if (!pressed) return;
        const before = pressed.ariaBusy;
        const words = pressed.getAttribute('aria-label') ?? pressed.textContent.trim();
        requestAnimationFrame(() => {
          const { opacity } = getComputedStyle(pressed);
          Object.assign(shown, { [words]: before === null && pressed.ariaBusy === 'true' && Number(opacity) < 0.7 });
        });
      },
      true,
    );
  });

const shownPresses = (page: Page) => page.evaluate(() => (window as { shown?: Record<string, boolean> }).shown);

test('a press before the script has come shows at once, and is done when it has', async ({ page, request }) => {
  const word = ownWord();
  const stones = await sell(request, 2, () => ({ title: `Twin ${word}` }));
  await watchPresses(page);
  const at = `/gallery?search=${word}&sortBy=price-asc`;
  const open = async () => {
    const release = await holdScript(page);
    // a history entry of its own: one in which a drawer was open is left again by the site
    await page.goto('about:blank');
    await page.goto(at, { waitUntil: 'commit' });
    await expect(card(page, `Twin ${word}`)).toHaveCount(2);
    await expect(page.getByLabel('Sort by').and(page.locator(':enabled'))).toHaveCount(0);
    return release;
  };
  const presses: [name: string, opened: RegExp][] = [['View Details', new RegExp(word)]];
  if (isPhone()) presses.push(['Menu', /^Menu$/], ['Filters', /^Filters/]);

  await test.step('Add to Cart of the second of two of one name, and Cart', async () => {
    const release = await open();
    const second = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${stones[1]!.id}"]`) });
    await second.getByRole('button', { name: 'Add to Cart' }).click();
    await cartButton(page).click();
    await cartButton(page).click();
    await expect.poll(() => shownPresses(page)).toHaveProperty('Add to Cart', true);
    release();
    await expect(drawer(page)).toBeVisible();
    const stored = await page.evaluate(() => localStorage.getItem('geode-cart'));
    expect((JSON.parse(stored ?? '[]') as { id: string }[]).map(({ id }) => id)).toEqual([stones[1]!.id]);
    await page.unrouteAll();
  });
  for (const [name, opened] of presses)
    await test.step(name, async () => {
      const release = await open();
      await page.getByRole('button', { name }).first().click();
      await expect.poll(() => shownPresses(page)).toEqual({ [name]: true });
      release();
      await expect(page.getByRole('dialog', { name: opened })).toBeVisible();
      await page.unrouteAll();
    });
  await test.step('a link', async () => {
    await open();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click({ noWaitAfter: true });
    await expect(page).toHaveURL('/terms');
    await page.unrouteAll();
  });
});

test('a press whose part must still be fetched shows at once, and opens it', async ({ page, request }) => {
  const [stone] = await sell(request, 1);
  await watchPresses(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/cart-drawer-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/gallery?search=${encodeURIComponent(stone!.title)}`);
  await cartButton(page).click();
  await expect.poll(() => shownPresses(page)).toEqual({ Cart: true });
  release();
  await expect(drawer(page)).toBeVisible();
  await expect(cartButton(page)).not.toHaveAttribute('aria-busy');
});
