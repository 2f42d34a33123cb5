import { expect } from '@playwright/test';
import { card, cartButton, drawer, isPhone, putOnSale, stopFaking, test, untilFocused } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import { ON_PHONE } from './on-phone.js';

const PAGES = [
  { path: '/', heading: 'Found once. Sold once.', title: /Midwest Geodes/ },
  { path: '/gallery', heading: 'Featured Geodes', title: /^Gallery · Midwest Geodes$/ },
  { path: '/showcase', heading: 'Showcase', title: /^Showcase · Midwest Geodes$/ },
  { path: '/our-story', heading: /./, title: /^Our Story · Midwest Geodes$/ },
  { path: '/wishlist', heading: 'Wishlist', title: /^Wishlist · Midwest Geodes$/ },
  { path: '/track-order', heading: /Track/, title: /^Track Order · Midwest Geodes$/ },
];
const FOOTER = ['/', '/gallery', '/#about', '/#faq', '/#contact', '/track-order', '/return-policy', '/terms'];

test(
  'all pages share the header, footer and cart, and the header links to each page',
  { tag: ON_PHONE },
  async ({ page }) => {
    await page.goto('/terms');
    for (const { path, heading, title } of PAGES) {
      await test.step(path, async () => {
        let links = page.getByRole('banner');
        if (isPhone()) {
          await page.getByRole('button', { name: 'Menu' }).click();
          links = page.getByRole('dialog', { name: 'Menu' });
          await expect(links.getByRole('link')).toHaveCount(PAGES.length);
        }
        const link = links.locator(`a[href="${path}"]`).last();
        await link.click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page).toHaveTitle(title);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(cartButton(page)).toBeVisible();
        const footer = page.getByRole('contentinfo');
        const hrefs = await footer.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
        for (const wanted of FOOTER) expect(hrefs).toContain(wanted);
      });
    }
  },
);

test('every navigation scrolls to the top, and every page links to the anchors of the home page; the gallery ends with its about and contact sections', async ({
  page,
}) => {
  await page.goto('/gallery?location=Keokuk%2C+Iowa');
  const footer = page.getByRole('contentinfo');
  await test.step('from a filtered gallery to the gallery', async () => {
    await footer.locator('a[href="/gallery"]').scrollIntoViewIfNeeded();
    await footer.locator('a[href="/gallery"]').click();
    await expect(page).toHaveURL('/gallery');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page.locator('#gallery')).toBeVisible();
    await expect(page.locator('#about')).toBeAttached();
    await expect(page.locator('#contact')).toBeAttached();
  });
  await footer.locator('a[href="/return-policy"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Return Policy');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await footer.locator('a[href="/return-policy"]').scrollIntoViewIfNeeded();
  await footer.locator('a[href="/return-policy"]').click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  for (const id of ['about', 'faq', 'contact']) {
    await footer.locator(`a[href="/#${id}"]`).click();
    await expect(page).toHaveURL(`/#${id}`);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await page.goto('/#%');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/#faq');
  await expect(page.locator('#faq')).toBeInViewport();
});

test(
  'the badges show the wishlist count and the cart count, each only when above 0',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
    const header = page.getByRole('banner');
    const wishes = header.locator('a[href="/wishlist"]').last();
    await expect(wishes).toHaveAccessibleName('Wishlist');
    await expect(wishes).toHaveText('');
    await expect(cartButton(page)).toHaveAccessibleName('Cart');
    await expect(cartButton(page)).toHaveText('');
    await card(page, geode!.title).getByRole('button', { name: /^Save/ }).click();
    await expect(wishes).toHaveText('1');
    const saved = { name: 'Wishlist, 1 saved', exact: true };
    await expect(header.getByRole('link', saved)).toBeVisible();
    if (isPhone())
      await test.step('the menu names the wishlist count too', async () => {
        await page.getByRole('button', { name: 'Menu' }).click();
        const menu = page.getByRole('dialog', { name: 'Menu' });
        await expect(menu.getByRole('link', { name: 'Wishlist 1 saved', exact: true })).toBeVisible();
        await untilFocused(menu);
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      });
    await card(page, geode!.title).getByRole('button', { name: 'Add to Cart' }).click();
    await expect(cartButton(page)).toHaveText('1');
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
    await cartButton(page).click();
    await drawer(page)
      .getByRole('button', { name: `Remove ${geode!.title}` })
      .click();
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await expect(cartButton(page)).toHaveText('');
  },
);

test.describe('an unknown path', () => {
  test.use({ expectedErrors: /Failed to load resource.*404/ });
  test('an unknown path shows the not-found page, which meets WCAG 2.2 AA, with a link back', async ({ page }) => {
    const reply = await page.goto('/no-such-page');
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText('does not exist or has moved')).toBeVisible();
    await expectAccessible(page, 'the not-found page');
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('the HTML of a public page has its own title, description and canonical link, keywords and social tags', async ({
  request,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const path of [...PAGES.map((one) => one.path), '/terms', '/return-policy']) {
    const html = await (await request.get(path)).text();
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
    const description = /name="description" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(title).not.toBe('');
    expect(description.length).toBeGreaterThan(20);
    titles.add(title);
    descriptions.add(description);
    for (const tag of ['name="keywords"', 'property="og:title"', 'property="og:image"', 'name="twitter:card"'])
      expect(html, path).toContain(tag);
    expect(html, path).toMatch(new RegExp(`rel="canonical" href="https?://[^"]+${path === '/' ? '/' : path}"`));
  }
  expect([titles.size, descriptions.size]).toEqual([PAGES.length + 2, PAGES.length + 2]);
});

test.describe('a script that fails to load', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module|toaster|tip-/ });
  test('a script that fails to load does not break the page, and the text of a notice is still announced', async ({
    page,
    request,
  }) => {
    const [geode] = await putOnSale(request, 1);
    await page.route(/assets\/(toaster|tip)-/, (route) => route.abort());
    await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
    await card(page, geode!.title).getByRole('button', { name: 'Add to Cart' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Added to cart' })).toBeVisible();
    await expect(cartButton(page)).toHaveText('1');
  });

  test(
    'a drawer whose script fails to load says so where it is pressed, and opens after a reload',
    { tag: ON_PHONE },
    async ({ page }) => {
      const scripts = /assets\/(cart-drawer|menu)-/;
      await page.route(scripts, (route) => route.abort());
      await page.goto('/terms');
      const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
      const buttons = isPhone() ? [page.getByRole('button', { name: 'Menu' }), cartButton(page)] : [cartButton(page)];
      for (const button of buttons) {
        await button.click();
        await expect(notice).toBeInViewport({ ratio: 1 });
        await notice.getByRole('button', { name: 'Close' }).click();
        await expect(notice).toHaveCount(0);
      }
      await stopFaking(page, scripts);
      await cartButton(page).click();
      await notice.getByRole('button', { name: 'Reload' }).click();
      await expect(notice).toHaveCount(0);
      await cartButton(page).click();
      await expect(drawer(page)).toBeVisible();
    },
  );

  test(
    'a part of the gallery whose script fails to load leaves the gallery as it is, and says so where it is pressed',
    { tag: ON_PHONE },
    async ({ page, request }) => {
      const [geode] = await putOnSale(request, 1);
      await page.route(/assets\/(range-slider|zoom)-/, (route) => route.abort());
      await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
      const zoom = card(page, geode!.title).getByRole('button', { name: /^Zoom/ });
      await zoom.click();
      const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
      await expect(notice).toBeInViewport({ ratio: 1 });
      await notice.getByRole('button', { name: 'Close' }).click();
      await expect(zoom).toBeVisible();
    },
  );
});

test('of open dialogs the top one alone is printed, in full', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.goto(`/gallery?geode=${geode!.id}`);
  const detail = page.getByRole('dialog', { name: geode!.title, exact: true, includeHidden: true });
  await expect(detail).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(detail).toHaveCSS('overflow', 'visible');
  await expect(detail).toHaveCSS('max-height', 'none');
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Ask about this stone' }).click();
  await expect(page.getByRole('dialog', { name: 'Ask about this stone' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog', { name: 'Ask about this stone' })).toBeVisible();
  await expect(detail).toBeHidden();
});
