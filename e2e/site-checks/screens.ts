import type { Geode, GeodePage } from '@geodes/contracts';
import type { APIRequestContext, Page } from '@playwright/test';
import { fillCard, goToPayment, openCart, storeCart } from '../browser/site.js';
import { openTab } from '../browser/owner-tab.js';
import { buy } from '../shop/calls.js';

export interface Screen {
  name: string;
  /** Brings the page into the state to capture. */
  show: (page: Page) => Promise<unknown>;
  /** A layer over a page: captures only the window, else the whole page. */
  isLayer?: boolean;
  /** The screen exists only in windows narrower than this, px. */
  below?: number;
  /** Captured with scripts disabled. */
  isPlain?: boolean;
}

/** Returns the geodes on sale, newest first. */
export const geodesForSale = async (request: APIRequestContext): Promise<Geode[]> => {
  const { geodes } = (await (await request.get('/api/geodes?limit=100')).json()) as GeodePage;
  return geodes.filter(({ isAvailable }) => isAvailable);
};

const fakeResponse = (page: Page, url: RegExp, status: number, json: unknown) =>
  page.route(url, (route) => route.fulfill({ status, json }));

const away = { statusCode: 503, code: 'UNAVAILABLE', message: 'The catalogue is away for a moment. Please try again.' };

const openGeode = async (page: Page) => {
  const [newest] = await geodesForSale(page.request);
  await page.goto(`/gallery?geode=${newest?.id}`);
};

/** Every public page, also in its empty and failed states. */
const publicScreens: readonly Screen[] = [
  { name: 'home', show: (page) => page.goto('/') },
  {
    name: 'home-nothing-featured',
    show: async (page) => {
      await fakeResponse(page, /\/api\/geodes\/featured/, 200, []);
      await page.goto('/');
    },
  },
  { name: 'home-without-script', show: (page) => page.goto('/'), isPlain: true },
  { name: 'gallery', show: (page) => page.goto('/gallery') },
  { name: 'gallery-filtered', show: (page) => page.goto('/gallery?crystalType=Quartz&sortBy=price-asc&maxPrice=200') },
  { name: 'gallery-none-found', show: (page) => page.goto('/gallery?search=meteorite') },
  {
    name: 'gallery-error',
    show: async (page) => {
      await fakeResponse(page, /\/api\/geodes\?/, 503, away);
      await page.goto('/gallery');
      await page.getByText('Unable to Load Geodes').waitFor({ timeout: 20_000 });
    },
  },
  { name: 'gallery-without-script', show: (page) => page.goto('/gallery'), isPlain: true },
  { name: 'geode-without-script', show: openGeode, isPlain: true },
  {
    name: 'menu',
    isLayer: true,
    below: 1024,
    show: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  {
    name: 'filters',
    isLayer: true,
    below: 1024,
    show: async (page) => {
      await page.goto('/gallery?crystalType=Quartz');
      await page.getByRole('button', { name: /^Filters/ }).click();
    },
  },
  { name: 'detail', isLayer: true, show: openGeode },
  {
    name: 'zoom',
    isLayer: true,
    show: async (page) => {
      await page.goto('/gallery');
      await page.getByRole('button', { name: /^Zoom/ }).first().click();
    },
  },
  { name: 'showcase', show: (page) => page.goto('/showcase') },
  {
    name: 'showcase-empty',
    show: async (page) => {
      await fakeResponse(page, /\/api\/showcase/, 200, []);
      await page.goto('/showcase');
    },
  },
  { name: 'our-story', show: (page) => page.goto('/our-story') },
  {
    name: 'wishlist',
    show: async (page) => {
      const geodes = (await geodesForSale(page.request)).slice(2, 7);
      await page.addInitScript((items) => localStorage.setItem('geode-wishlist', items), JSON.stringify(geodes));
      await page.goto('/wishlist');
    },
  },
  { name: 'wishlist-empty', show: (page) => page.goto('/wishlist') },
  { name: 'track-order', show: (page) => page.goto('/track-order') },
  {
    name: 'track-order-none',
    show: async (page) => {
      await page.goto('/track-order');
      await page.getByRole('main').getByRole('textbox').fill('nobody@example.com');
      await page.getByRole('main').getByRole('button').click();
      await page.getByText('No orders found').waitFor();
    },
  },
  { name: 'terms', show: (page) => page.goto('/terms') },
  { name: 'return-policy', show: (page) => page.goto('/return-policy') },
  { name: 'not-found', show: (page) => page.goto('/nothing-here') },
  { name: 'logo-preview', show: (page) => page.goto('/logo-preview') },
  { name: 'ads', show: (page) => page.goto('/ads') },
  { name: 'facebook-banner', show: (page) => page.goto('/facebook-banner') },
];

const email = () => `look-${Date.now()}@example.com`;

/** Puts the oldest geode on sale into the cart; some screens buy it. */
const fillCart = async (page: Page): Promise<Geode> => {
  const geode = (await geodesForSale(page.request)).at(-1);
  if (!geode) throw new Error('No geode is for sale.');
  await storeCart(page, [geode]);
  await page.goto('/gallery');
  return geode;
};

const openShipping = async (page: Page) => {
  await fillCart(page);
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  return steps;
};

/** The screens from a filled cart to the confirmation and the order look-up. */
const purchaseScreens: readonly Screen[] = [
  {
    name: 'cart-empty',
    isLayer: true,
    show: async (page) => {
      await page.goto('/gallery');
      await openCart(page);
    },
  },
  {
    name: 'cart-1-cart',
    isLayer: true,
    show: async (page) => {
      await fillCart(page);
      await openCart(page);
    },
  },
  {
    name: 'cart-2-shipping',
    isLayer: true,
    show: openShipping,
  },
  {
    name: 'cart-2-missing',
    isLayer: true,
    show: async (page) => (await openShipping(page)).getByRole('button', { name: 'Continue to Payment' }).click(),
  },
  {
    name: 'cart-3-payment',
    isLayer: true,
    show: async (page) => {
      await fillCart(page);
      await goToPayment(page, email());
      await page.frameLocator('iframe.sq-card-component').locator('#cardNumber').waitFor();
    },
  },
  {
    name: 'confirmation',
    isLayer: true,
    show: async (page) => {
      await fillCart(page);
      const steps = await goToPayment(page, email());
      await fillCard(page);
      await steps.getByRole('button', { name: /^Pay \$/ }).click();
      await page.getByRole('dialog', { name: 'Thank you for your order' }).waitFor({ timeout: 40_000 });
    },
  },
  {
    name: 'track-order-found',
    show: async (page) => {
      const buyer = email();
      const geode = (await geodesForSale(page.request)).at(-1);
      await buy(page.request, geode ? [geode.id] : [], { email: buyer });
      await page.goto('/track-order');
      await page.getByRole('main').getByRole('textbox').fill(buyer);
      await page.getByRole('main').getByRole('button').click();
      await page.getByText(/^Found/).waitFor();
    },
  },
];

const ownerScreens: readonly Screen[] = [
  { name: 'admin-login', show: (page) => page.goto('/admin') },
  {
    name: 'admin-login-refused',
    show: async (page) => {
      await page.route(/\/api\/admin\/login/, (route) =>
        route.fulfill({ status: 401, json: { message: 'Invalid PIN. Please try again.' } }),
      );
      await page.goto('/admin');
      await page.getByLabel(/^PIN/).fill('000000000');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Invalid PIN').waitFor();
    },
  },
  ...['Inventory', 'Orders', 'Showcase', 'Analytics', 'Settings'].map((tab) => ({
    name: `admin-${tab.toLowerCase()}`,
    show: (page: Page) => openTab(page, tab),
  })),
];

export const SCREENS: readonly Screen[] = [...publicScreens, ...purchaseScreens, ...ownerScreens];
