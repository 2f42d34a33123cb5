import type { Locator, Page } from '@playwright/test';

/** Something that people do in the gallery, and how they come back to where they can do it again. */
export interface Interaction {
  name: string;
  window: 'phone' | 'desktop';
  /** What is pressed; visible before it is measured. Every second time may be another one. */
  target: (page: Page, time: number) => Locator;
  /** Seen once it is done. */
  done: (page: Page, time: number) => Locator;
  /** Brings the page back, not measured. */
  undo?: (page: Page) => Promise<void>;
  /** Comes before each time, not measured. */
  prepare?: (page: Page, time: number) => Promise<void>;
}

const geodes = (page: Page) => page.getByRole('list', { name: 'Geodes' });
const detail = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Add to Cart' }) });
const closeWithEscape = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};
const openGeode = {
  target: (page: Page, time: number) =>
    geodes(page)
      .getByRole('button', { name: 'View Details' })
      .nth(time % 4),
  done: detail,
  undo: closeWithEscape,
};
/** Quartz, and all of them again. */
const crystal = (time: number) => (time % 2 === 0 ? 'Quartz' : 'All');
const option = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Crystal type' })
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`) });
const chosen = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Crystal type' }).getByRole('radio', { name, checked: true });

export const INTERACTIONS: readonly Interaction[] = [
  { name: 'opening a geode', window: 'phone', ...openGeode },
  { name: 'opening a geode', window: 'desktop', ...openGeode },
  {
    name: 'choosing a filter',
    window: 'desktop',
    target: (page, time) => option(page, crystal(time)),
    done: (page, time) => chosen(page, crystal(time)),
  },
  {
    name: 'opening the filters',
    window: 'phone',
    target: (page) => page.getByRole('button', { name: /^Filters/ }),
    done: (page) => page.getByRole('button', { name: 'Apply Filters' }),
    undo: closeWithEscape,
  },
  {
    name: 'applying filters',
    window: 'phone',
    prepare: async (page, time) => {
      await page.getByRole('button', { name: /^Filters/ }).tap();
      await option(page, crystal(time)).tap();
    },
    target: (page) => page.getByRole('button', { name: 'Apply Filters' }),
    done: geodes,
  },
];
