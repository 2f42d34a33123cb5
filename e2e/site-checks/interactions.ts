import type { Locator, Page } from '@playwright/test';

/** An interaction in the gallery, and how to undo it so that it can be repeated. */
export interface Interaction {
  name: string;
  window: 'phone' | 'desktop';
  /** Returns the element to press, visible before the measurement. It may depend on the repetition. */
  target: (page: Page, time: number) => Locator;
  /** Returns an element that is visible when the interaction is done. */
  done: (page: Page, time: number) => Locator;
  /** Restores the page; not measured. */
  undo?: (page: Page) => Promise<void>;
  /** Runs before each repetition; not measured. */
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
/** Alternates between Quartz and all crystal types. */
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
