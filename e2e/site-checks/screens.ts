import type { Page } from '@playwright/test';
import type { Geode } from '@geodes/contracts';
import { fillCard, goToPayment, openCart, storeCart } from '../browser/buyer.js';
import { openTab } from '../browser/owner-tab.js';
import { buy } from '../shop/calls.js';
import { publicScreens } from './public-screens.js';
import { type Screen, geodesForSale } from './screen.js';

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
