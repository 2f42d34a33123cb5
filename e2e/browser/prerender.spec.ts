import { expect, type Page } from '@playwright/test';
import { SHOP_URL } from '../shop/settings.js';
import { buy } from '../shop/calls.js';
import { card, cartButton, drawer, holdBack, isPhone, putOnSale, test, uniqueWord } from './site.js';
import { ON_PHONE } from './on-phone.js';

/** Blocks the site's script until the returned function is called. */
const holdScript = (page: Page): Promise<() => void> => holdBack(page, '**/assets/site-*.js');

/** Opens a page as it is before its script: with its style, so that only what fits the width of the window is visible. */
const openUnscripted = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/')));
};

const isDrawn = (page: Page) => expect(page.locator('#plain')).toHaveCount(0);

test(
  'the first view of each page is in its final place before the script loads',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1, () => ({ isFeatured: true }));
    const heading = { role: 'heading', options: { level: 1 } } as const;
    const views = [
      { path: '/', heading, picture: page.getByRole('region', { name: 'Welcome' }).getByRole('img') },
      { path: '/gallery', heading, picture: page.getByRole('list', { name: 'Geodes' }).getByRole('img').first() },
      {
        path: `/gallery?geode=${geode!.id}`,
        heading: { role: 'heading', options: { name: geode!.title } } as const,
        picture: page.getByRole('img', { name: geode!.title }).last(),
      },
      { path: '/our-story', heading, picture: page.getByRole('heading', { level: 2 }).first() },
    ];
    for (const { path, heading, picture } of views)
      await test.step(path, async () => {
        const release = await holdScript(page);
        await openUnscripted(page, path);
        const parts = [page.getByRole(heading.role, heading.options).last(), picture];
        const places = () =>
          Promise.all(
            parts.map(async (part) => {
              const { x, y, width } = (await part.boundingBox())!;
              return [x, y, width].map(Math.round);
            }),
          );
        for (const part of parts) await expect(part).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const before = await places();
        release();
        await isDrawn(page);
        await expect.poll(places).toEqual(before);
      });
  },
);

/** Script that returns the visible text of a page, part by part, and the values of its fields. */
const READ_PAGE = `(() => {
  const shown = (all) => [...all].filter((element) => element.checkVisibility());
  const textOf = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let text = '';
    while (texts.nextNode()) if (texts.currentNode.parentElement.checkVisibility()) text += texts.currentNode.data;
    return text;
  };
  // the HTML has the dialog inside the page; the site draws it beside the page
  const [dialog] = shown(document.querySelectorAll('article.lies-flat, [role=dialog]'));
  const said = dialog ? textOf(dialog) : '';
  return {
    header: textOf(document.querySelector('header.scripted')),
    main: textOf(document.querySelector('main')).replace(said, ''),
    dialog: said,
    footer: textOf(document.querySelector('footer')),
    fields: shown(document.querySelectorAll('input, select')).map(({ type, value, checked }) => [type, value, checked]),
  };
})()`;

test('the HTML of each page equals the first drawing of the site, for single, multiple, held, sold and filtered geodes', async ({
  page,
  request,
  playwright,
}) => {
  const word = uniqueWord();
  const [one, three, held, sold] = await putOnSale(request, 4, (index) => ({
    title: `${word} ${index}`,
    crystalType: 'Calcite',
    price: `${100 + index}.00`,
    quantity: index === 1 ? 3 : 1,
    tier: ['S', 'A', 'B', ''][index],
    isFeatured: index === 0,
  }));
  // two pages of the gallery
  await putOnSale(request, 20);
  const rival = await playwright.request.newContext({ baseURL: SHOP_URL });
  await rival.post('/api/holds', { data: { items: [{ geodeId: held!.id, quantity: 1 }] } });
  expect((await buy(rival, [sold!.id])).status()).toBe(201);
  const availability = async (id: string) =>
    ((await (await request.get(`/api/geodes/${id}`)).json()) as { availability: string }).availability;
  await expect.poll(() => Promise.all([held!.id, sold!.id].map(availability))).toEqual(['held', 'sold']);

  await page.addInitScript(`document.addEventListener('drawn', () => (window.first = ${READ_PAGE}), { once: true })`);
  for (const [path, says] of [
    ['/', 'Found once.'],
    [`/gallery?search=${word}`, 'In another checkout'],
    [`/gallery?search=${word}&crystalType=Calcite&maxPrice=150&sortBy=price-asc`, 'Showing 1–3 of 3 geodes'],
    [`/gallery?search=${word}&size=large&location=Keokuk%2C+Iowa&category=gift-box&minPrice=20`, 'No Geodes Found'],
    ['/gallery?page=2', 'Showing 11–20 of'],
    [`/gallery?geode=${one!.id}`, 'Available. Only one exists.'],
    [`/gallery?geode=${three!.id}`, 'Available. 3 of this find.'],
    [`/gallery?geode=${held!.id}`, 'In another checkout right now.'],
    [`/gallery?geode=${sold!.id}`, 'Sold. There is none left.'],
    ['/showcase', 'Our personal collection.'],
    ['/our-story', 'Two river towns, one kind of stone'],
    ['/terms', 'Each one is unique'],
    ['/return-policy', 'All sales are final'],
  ] as const)
    await test.step(path, () =>
      // retried if the catalogue changes between the two reads
      expect(async () => {
        const release = await holdScript(page);
        await openUnscripted(page, path);
        await page.waitForFunction(() => document.readyState !== 'loading');
        const before: object = await page.evaluate(READ_PAGE);
        release();
        await isDrawn(page);
        expect(JSON.stringify(before)).toContain(says);
        expect(await page.evaluate(() => (window as { first?: object }).first)).toEqual(before);
      }).toPass({ timeout: 20_000 }),
    );
  await rival.dispose();
});

test('text typed and filters chosen before the script loads are kept', async ({ page, request }) => {
  const word = uniqueWord();
  await putOnSale(request, 1, () => ({ title: `Typed ${word}`, crystalType: 'Calcite' }));
  const release = await holdScript(page);
  await openUnscripted(page, '/gallery');
  const sort = page.getByLabel('Sort by').and(page.locator(':visible'));
  const search = page.getByRole('searchbox', { name: 'Search' });
  await sort.selectOption('Oldest');
  await page.getByRole('radio', { name: 'Quartz' }).check();
  await page.getByRole('radio', { name: 'Calcite' }).check();
  await search.pressSequentially(word.slice(0, -2));
  release();
  await isDrawn(page);
  await expect(sort).toHaveValue('oldest');
  await expect(search).toBeFocused();
  await page.keyboard.type(word.slice(-2));
  await expect(search).toHaveValue(word);
  await expect(page).toHaveURL(`/gallery?search=${word}&crystalType=Calcite&sortBy=oldest`);
  await expect(card(page, `Typed ${word}`)).toBeVisible();
});

test('answers opened and closed before the script loads stay so, and the focus stays on the question', async ({
  page,
}) => {
  const release = await holdScript(page);
  await openUnscripted(page, '/');
  const answers = page.locator('details');
  await answers.nth(0).locator('summary').click();
  await answers.nth(1).locator('summary').click();
  release();
  await isDrawn(page);
  await expect(answers.nth(1)).toHaveAttribute('open');
  await expect(answers.nth(0)).not.toHaveAttribute('open');
  await expect(answers.nth(1).locator('summary')).toBeFocused();
});

test('the contact details are present from the first drawing and stay', async ({ page }) => {
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

test('keyboard focus set before the script loads stays in place', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  const release = await holdScript(page);
  await openUnscripted(page, `/gallery?search=${encodeURIComponent(geode!.title)}`);
  const link = card(page, geode!.title).getByRole('link', { name: geode!.title }).last();
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await link.focus();
  release();
  await isDrawn(page);
  await expect(link).toBeFocused();
});

/** Records each press, and whether the pressed element shows it in the next frame. */
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
        const label = pressed.getAttribute('aria-label') ?? pressed.textContent.trim();
        requestAnimationFrame(() => {
          const { opacity } = getComputedStyle(pressed);
          Object.assign(shown, { [label]: before === null && pressed.ariaBusy === 'true' && Number(opacity) < 0.7 });
        });
      },
      true,
    );
  });

const shownPresses = (page: Page) => page.evaluate(() => (window as { shown?: Record<string, boolean> }).shown);

test(
  'a press before the script loads shows at once and takes effect when the script has loaded',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const word = uniqueWord();
    const geodes = await putOnSale(request, 2, () => ({ title: `Twin ${word}` }));
    await watchPresses(page);
    const at = `/gallery?search=${word}&sortBy=price-asc`;
    const open = async () => {
      const release = await holdScript(page);
      // a new history entry: the site would go back from one in which a drawer was open
      await page.goto('about:blank');
      await openUnscripted(page, at);
      await expect(card(page, `Twin ${word}`)).toHaveCount(2);
      return release;
    };
    const presses: [name: string, opened: RegExp][] = isPhone()
      ? [
          ['Menu', /^Menu$/],
          ['Filters', /^Filters/],
        ]
      : [['View Details', new RegExp(word)]];

    for (const [name, opened] of presses)
      await test.step(name, async () => {
        const release = await open();
        const button = page.getByRole('button', { name }).first();
        const label = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
        await button.click();
        await expect.poll(() => shownPresses(page)).toEqual({ [label.trim()]: true });
        release();
        await expect(page.getByRole('dialog', { name: opened })).toBeVisible();
      });
    // the rest is the same in both projects
    if (isPhone()) return;
    await test.step('Add to Cart on the second of two geodes with the same title, and Cart', async () => {
      const release = await open();
      const second = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${geodes[1]!.id}"]`) });
      await second.getByRole('button', { name: 'Add to Cart' }).click();
      await cartButton(page).click();
      await cartButton(page).click();
      await expect.poll(() => shownPresses(page)).toHaveProperty('Add to Cart', true);
      release();
      await expect(drawer(page)).toBeVisible();
      const stored = async () => {
        const items = await page.evaluate(() => localStorage.getItem('geode-cart') ?? '[]');
        return (JSON.parse(items) as { id: string }[]).map(({ id }) => id);
      };
      await expect.poll(stored).toEqual([geodes[1]!.id]);
    });
    await test.step('a link', async () => {
      await open();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click({ noWaitAfter: true });
      await expect(page).toHaveURL('/terms');
    });
  },
);

test('a press on a part whose script is still loading shows at once and opens the part', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await watchPresses(page);
  const release = await holdBack(page, '**/assets/cart-drawer-*.js');
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  await cartButton(page).click();
  await expect.poll(() => shownPresses(page)).toEqual({ Cart: true });
  release();
  await expect(drawer(page)).toBeVisible();
  await expect(cartButton(page)).not.toHaveAttribute('aria-busy');
});
