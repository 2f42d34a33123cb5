import type { Page } from '@playwright/test';
import { geodesForSale, type Screen } from './screen.js';

const fakeResponse = (page: Page, address: RegExp, status: number, json: unknown) =>
  page.route(address, (route) => route.fulfill({ status, json }));

const away = { statusCode: 503, code: 'UNAVAILABLE', message: 'The catalogue is away for a moment. Please try again.' };

const openGeode = async (page: Page) => {
  const [newest] = await geodesForSale(page.request);
  await page.goto(`/gallery?geode=${newest?.id}`);
};

/** Every public page, also in its empty and failed states. */
export const publicScreens: readonly Screen[] = [
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
