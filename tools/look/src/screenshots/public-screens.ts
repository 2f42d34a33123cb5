import type { Page } from '@playwright/test';
import { goTo, type Screen, type Visit } from './screen.js';

const answer = (page: Page, address: RegExp, status: number, json: unknown) =>
  page.route(address, (route) => route.fulfill({ status, json }));

const away = { statusCode: 503, code: 'UNAVAILABLE', message: 'The catalogue is away for a moment. Please try again.' };

/** The stored wishlist as earlier visits left it. */
const wishFor = ({ page, geodes }: Visit, count: number) =>
  page.addInitScript(
    (items) => localStorage.setItem('geode-wishlist', items),
    JSON.stringify(geodes.slice(2, 2 + count)),
  );

/** Every public page, with what it shows when there is nothing and when something is wrong. */
export const publicScreens: readonly Screen[] = [
  { name: 'home', show: goTo('/') },
  {
    name: 'home-nothing-featured',
    show: async (visit) => {
      await answer(visit.page, /\/api\/geodes\/featured/, 200, []);
      await goTo('/')(visit);
    },
  },
  { name: 'home-without-script', show: goTo('/'), isPlain: true },
  { name: 'gallery', show: goTo('/gallery') },
  { name: 'gallery-filtered', show: goTo('/gallery?crystalType=Quartz&sortBy=price-asc&maxPrice=200') },
  { name: 'gallery-none-found', show: goTo('/gallery?search=meteorite') },
  {
    name: 'gallery-error',
    show: async (visit) => {
      await answer(visit.page, /\/api\/geodes\?/, 503, away);
      await goTo('/gallery')(visit);
      await visit.page.getByText('Unable to Load Geodes').waitFor({ timeout: 20_000 });
    },
  },
  { name: 'gallery-without-script', show: goTo('/gallery'), isPlain: true },
  { name: 'geode-without-script', show: goTo(({ geodes }) => `/gallery?geode=${geodes[0].id}`), isPlain: true },
  {
    name: 'menu',
    isLayer: true,
    below: 1024,
    show: async (visit) => {
      await goTo('/')(visit);
      await visit.page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  {
    name: 'filters',
    isLayer: true,
    below: 1024,
    show: async (visit) => {
      await goTo('/gallery?crystalType=Quartz')(visit);
      await visit.page.getByRole('button', { name: /^Filters/ }).click();
    },
  },
  { name: 'detail', isLayer: true, show: goTo(({ geodes }) => `/gallery?geode=${geodes[0].id}`) },
  {
    name: 'zoom',
    isLayer: true,
    show: async (visit) => {
      await goTo('/gallery')(visit);
      await visit.page.getByRole('button', { name: /^Zoom/ }).first().click();
    },
  },
  { name: 'showcase', show: goTo('/showcase') },
  {
    name: 'showcase-empty',
    show: async (visit) => {
      await answer(visit.page, /\/api\/showcase/, 200, []);
      await goTo('/showcase')(visit);
    },
  },
  { name: 'our-story', show: goTo('/our-story') },
  {
    name: 'wishlist',
    show: async (visit) => {
      await wishFor(visit, 5);
      await goTo('/wishlist')(visit);
    },
  },
  { name: 'wishlist-empty', show: goTo('/wishlist') },
  { name: 'track-order', show: goTo('/track-order') },
  {
    name: 'track-order-none',
    show: async (visit) => {
      await goTo('/track-order')(visit);
      await visit.page.getByRole('main').getByRole('textbox').fill('nobody@example.com');
      await visit.page.getByRole('main').getByRole('button').click();
      await visit.page.getByText('No orders found').waitFor();
    },
  },
  { name: 'terms', show: goTo('/terms') },
  { name: 'return-policy', show: goTo('/return-policy') },
  { name: 'not-found', show: goTo('/nothing-here') },
  { name: 'logo-preview', show: goTo('/logo-preview') },
  { name: 'ads', show: goTo('/ads') },
  { name: 'facebook-banner', show: goTo('/facebook-banner') },
];
