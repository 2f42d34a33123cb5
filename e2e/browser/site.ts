import { randomUUID } from 'node:crypto';
import type { Geode, GeodePage } from '@geodes/contracts';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Response,
  test as base,
} from '@playwright/test';
import { SHOP_URL } from '../shop/settings.js';
import { geodeOnSale, newGeode, signIn } from '../shop/calls.js';

/** Collects console errors, Content-Security-Policy reports and uncaught errors of all pages in a context. */
const collectErrors = (context: BrowserContext): string[] => {
  const browserErrors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => browserErrors.push(String(error.error())));
  return browserErrors;
};

/** Makes `goto` and `reload` wait until the site's script has replaced the prerendered page. */
const waitForSiteOnNavigation = (page: Page): void => {
  const drawn = () => page.locator('#plain').waitFor({ state: 'detached' });
  for (const way of ['goto', 'reload'] as const) {
    const open = page[way].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    const opened = async (...args: unknown[]) => {
      const reply = await open(...args);
      const { waitUntil } = (args.at(-1) ?? {}) as { waitUntil?: string };
      if (waitUntil !== 'commit') await drawn();
      return reply;
    };
    Object.assign(page, { [way]: opened });
  }
};

/** Fails a test on any browser error that does not match `expectedErrors`. */
export const test = base.extend<{ expectedErrors: RegExp | null; browserErrors: string[] }>({
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on('page', waitForSiteOnNavigation);
    await use(context);
  },
  expectedErrors: [null, { option: true }],
  browserErrors: [
    async ({ context, expectedErrors }, use) => {
      const browserErrors = collectErrors(context);
      await use(browserErrors);
      expect(browserErrors.filter((error) => !expectedErrors?.test(error))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Errors that the browser and the site log for a response that is not OK. */
export const FAILED_RESPONSE = /Failed to load resource|could not be fetched|could not be drawn|check failed/;

/** Returns by how many pixels the page is wider than its window. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const isPhone = (): boolean => test.info().project.name === 'phone';

/** A picture of the demo catalogue. */
let picture: string | undefined;

/** Adds geodes for one test, with a picture of the demo catalogue. */
export const putOnSale = async (
  request: APIRequestContext,
  count: number,
  change: (index: number) => Record<string, unknown> = () => ({}),
): Promise<Geode[]> => {
  await signIn(request);
  const imageUrl = (picture ??= (await geodeOnSale(request)).imageUrl);
  const geodes: Geode[] = [];
  for (let index = 0; index < count; index += 1)
    geodes.push(await newGeode(request, { imageUrl, imageUrls: [imageUrl], ...change(index) }));
  return geodes;
};

/** Puts a geode on sale and into the stored cart, and opens a page without a list. */
export const arriveWithCart = async (page: Page, request: APIRequestContext): Promise<Geode> => {
  const [geode] = (await putOnSale(request, 1)) as [Geode];
  await storeCart(page, [geode]);
  await page.goto('/terms');
  return geode;
};

/** Changes the Square configuration in the HTML of every page. */
export const overrideSquareConfig = (page: Page, change: Record<string, string>) =>
  page.route(
    (url) => !url.pathname.startsWith('/api'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/(?<=id="config">).*?(?=<\/script>)/, (written) => {
        const config = JSON.parse(written) as { square: object };
        return JSON.stringify({ ...config, square: { ...config.square, ...change } });
      });
      await route.fulfill({ response, body });
    },
  );

/** Stops the installed clock of a page ten seconds on, so that only `runFor` moves it, however slow the machine is. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

/** Returns the email of a new buyer. */
export const email = (): string => `demo-${randomUUID()}@example.com`;

/** Returns a word that only geodes of one test contain. */
export const uniqueWord = (): string => `q${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;

/** Makes geodes that the shop does not know, for tests that need many or unchanging ones. */
export const fakeGeodes = (geode: Geode, count: number, change: Partial<Geode> = {}): Geode[] =>
  Array.from({ length: count }, (_, index) => ({
    ...geode,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title: `Pretended stone ${index + 1}`,
    ...change,
  }));

/** Responds to every list request of the gallery with these geodes. */
export const fakeGeodeList = (page: Page, geodes: Geode[], more: Partial<GeodePage> = {}) =>
  page.route(/\/api\/geodes\?/, (route) =>
    route.fulfill({ json: { geodes, page: 1, limit: 10, total: geodes.length, totalPages: 1, ...more } }),
  );

/**
 * Lets requests through again that `page.route` responded to. `page.unroute` would end all interception, which lost
 * about 1 of 20 requests in flight.
 */
export const stopFaking = (page: Page, urls: string | RegExp | ((url: URL) => boolean)) =>
  page.route(urls, (route) => route.continue());

/** Waits until a dialog that has just opened takes keys, which is once it has the focus: before, they go to the one below. */
export const untilFocused = (dialog: Locator): Promise<void> =>
  expect.poll(() => dialog.evaluate((layer) => layer.contains(document.activeElement))).toBe(true);

export const card = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

export const cartButton = (page: Page): Locator => page.getByRole('button', { name: /^Cart/ });

export const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /^(Cart|Shipping|Payment)$/ });

/** Puts geodes into the stored cart before the page loads, as an earlier visit would. */
export const storeCart = (page: Page, geodes: Geode[]) =>
  page.addInitScript(
    (items) => {
      if (!localStorage.getItem('geode-cart')) localStorage.setItem('geode-cart', items);
    },
    JSON.stringify(geodes.map((geode) => ({ ...geode, price: Number(geode.price), quantity: 1 }))),
  );

export const openCart = async (page: Page): Promise<Locator> => {
  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
  return drawer(page);
};

/** Fills the shipping form of step 2. */
export const fillShipping = async (page: Page, buyer: string, state = 'IA'): Promise<void> => {
  const form = drawer(page);
  await form.getByLabel('Email').fill(buyer);
  await form.getByLabel('First name').fill('Demo');
  await form.getByLabel('Last name').fill('Buyer');
  await form.getByLabel('Address', { exact: true }).fill('1 Main Street');
  await form.getByLabel('City').fill('Keokuk');
  await form.getByLabel('State').fill(state);
  await form.getByLabel('Zip code').fill('52632');
};

/** Types into Square's card form. Square and the simulator use the same frame and field names. */
export const fillCard = async (page: Page, number = '4111 1111 1111 1111'): Promise<void> => {
  const form = page.frameLocator('iframe.sq-card-component');
  await form.locator('#cardNumber').fill(number);
  await form.locator('#expirationDate').fill('12/30');
  await form.locator('#cvv').fill('111');
  await form.locator('#postalCode').fill('52632');
};

/** Fills the shipping form of a filled cart and continues. */
export const submitShipping = async (page: Page, buyer: string): Promise<Locator> => {
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await fillShipping(page, buyer);
  await steps.getByRole('button', { name: 'Continue to Payment' }).click();
  return steps;
};

export const payButton = (page: Page): Locator => drawer(page).getByRole('button', { name: /^Pay \$/ });

/** Goes from a page with a filled cart to the card form. */
export const goToPayment = async (page: Page, buyer: string): Promise<Locator> => {
  const steps = await submitShipping(page, buyer);
  await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
  return steps;
};

export const payByCard = async (page: Page): Promise<void> => {
  await fillCard(page);
  await payButton(page).click();
};

/** Waits for the confirmation of a payment. */
export const expectReceipt = async (page: Page): Promise<Locator> => {
  const receipt = page.getByRole('dialog', { name: 'Thank you for your order' });
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  return receipt;
};

/** Finds the currently shown toast by its title. */
export const toast = (page: Page, title: string): Locator =>
  page.locator('[aria-live] li[data-front="true"]:not([data-removed="true"])').filter({ hasText: title });

/** Navigates inside the site, without loading it again, and waits for the title of another page. */
export const navigate = async (page: Page, url: string): Promise<void> => {
  const [before, title] = [new URL(page.url()), await page.title()];
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, url);
  if (new URL(url, before).pathname !== before.pathname) await expect(page).not.toHaveTitle(title);
};

/** Opens a separate browser context for another buyer. `leave` fails on any browser error. */
export const anotherBuyer = async (browser: Browser): Promise<{ page: Page; leave: () => Promise<void> }> => {
  const context = await browser.newContext({ baseURL: SHOP_URL });
  const browserErrors = collectErrors(context);
  context.on('page', waitForSiteOnNavigation);
  return {
    page: await context.newPage(),
    leave: async () => {
      expect(browserErrors).toEqual([]);
      await context.close();
    },
  };
};

/** Waits until the history entry has this many open layers: the site goes back by itself over those that were closed. */
export const waitForLayers = (page: Page, count: number) =>
  page.waitForFunction((layers) => ((history.state as { layers?: number } | null)?.layers ?? 0) === layers, count);

/** Waits until the page opens its live stream. */
export const waitForLiveStream = (page: Page) => page.waitForRequest(/\/api\/live/, { timeout: 60_000 });

/** Loads a page with `open`, and waits until it has opened its live stream. */
export const untilLive = async (page: Page, open: () => Promise<unknown>): Promise<void> => {
  const live = waitForLiveStream(page);
  await open();
  await live;
};

/** Blocks the requests of these URLs until the returned function is called. */
export const holdBack = async (page: Page, urls: string | RegExp): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(urls, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
