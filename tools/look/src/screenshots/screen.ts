import type { Page } from '@playwright/test';
import type { Geode } from '@geodes/contracts';

/** What a screen can be reached with. */
export interface Visit {
  page: Page;
  address: string;
  adminPin: string;
  /** The demo stones, the newest first. */
  geodes: readonly [Geode, ...Geode[]];
  /** A stone that no other visit buys. */
  own: Geode;
}

export interface Screen {
  name: string;
  /** Brings the page to where it is to be seen. */
  show: (visit: Visit) => Promise<void>;
  /** Only what a window shows: layers over a page. Else the whole page. */
  isLayer?: boolean;
  /** Pixels of width from which it is another screen, or none. */
  below?: number;
  /** Without scripts in the browser. */
  isPlain?: boolean;
}

export const goTo =
  (path: string | ((visit: Visit) => string)) =>
  async (visit: Visit): Promise<void> => {
    const { page, address } = visit;
    await page.goto(address + (typeof path === 'string' ? path : path(visit)), { waitUntil: 'load' });
  };
