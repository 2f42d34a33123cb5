import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { lookAtShop } from '../look-at-shop.js';
import type { OpenShop } from '../open-shop.js';
import { ownerScreens } from './owner-screens.js';
import { publicScreens } from './public-screens.js';
import { purchaseScreens } from './purchase-screens.js';
import type { Screen } from './screen.js';

interface Window {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

const WINDOWS: readonly Window[] = [
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 768, height: 1024, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 2560, height: 1440, scheme: 'light' },
];
const SCREENS: readonly Screen[] = [...publicScreens, ...purchaseScreens, ...ownerScreens];
const FOLDER = fileURLToPath(new URL('../../.results/screenshots', import.meta.url));
/** Three pages of the gallery; some are bought on the way. */
const STONES = 24;
const STEP_LIMIT_MS = 20_000;
const QUIET_MS = 700;
const SCROLL_LIMIT_MS = 15_000;

const windowName = ({ width, scheme }: Window) => `${width}-${scheme}`;

/** Scrolls through a page until its pictures are there, also those that come when they are scrolled to. */
const scrollThrough = async () => {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  scrollTo({ top: 0, behavior: 'instant' });
  // one that was scrolled past too quickly would never be asked for
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
};

/** Waits until a page looks as it stays, but not for ever: without script its own timers never ring. */
const settle = async (page: Page, { isLayer, isPlain }: Screen) => {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  if (!isLayer && !isPlain)
    await Promise.race([page.evaluate(scrollThrough).catch(() => undefined), sleep(SCROLL_LIMIT_MS)]);
  await page.waitForTimeout(QUIET_MS);
};

const take = async (browser: Browser, shop: OpenShop, screen: Screen, window: Window, turn: number) => {
  const { width, height, scheme } = window;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: width < 1024,
    javaScriptEnabled: !screen.isPlain,
  });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(String(error.error())));
  try {
    const page = await context.newPage();
    // From the end of the list: each window buys another stone.
    const own = shop.geodes[shop.geodes.length - 1 - turn] ?? shop.geodes[0];
    await screen.show({ page, address: shop.address, adminPin: shop.adminPin, geodes: shop.geodes, own });
    await settle(page, screen);
    await page.screenshot({ path: join(FOLDER, windowName(window), `${screen.name}.png`), fullPage: !screen.isLayer });
    const wider = await page
      .evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      .catch(() => 0);
    if (wider > 0) faults.push(`is ${wider} px wider than its window`);
  } catch (error) {
    faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  } finally {
    await context.close();
  }
  return faults;
};

/**
 * Takes every screen in every window from a shop of its own. Words narrow it down: those that name a window (`390`, `dark`)
 * must all be in its name, of the others one must be in the screen's (`cart`).
 */
export const takeScreenshots = async (words: string[]): Promise<void> => {
  const isOfWindow = (word: string) => WINDOWS.some((window) => windowName(window).includes(word));
  const [ofWindow, ofScreen] = [words.filter(isOfWindow), words.filter((word) => !isOfWindow(word))];
  const windows = WINDOWS.filter((window) => ofWindow.every((word) => windowName(window).includes(word)));
  const screens = SCREENS.filter(({ name }) => ofScreen.length === 0 || ofScreen.some((word) => name.includes(word)));
  if (words.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await lookAtShop(STONES, async (browser, shop) => {
    let taken = 0;
    for (const [turn, window] of windows.entries()) {
      await mkdir(join(FOLDER, windowName(window)), { recursive: true });
      for (const screen of screens) {
        if (screen.below !== undefined && window.width >= screen.below) continue;
        const faults = await take(browser, shop, screen, window, turn);
        taken += 1;
        for (const fault of faults) {
          console.log(`${windowName(window)}/${screen.name}: ${fault}`);
          process.exitCode = 1;
        }
      }
      console.log(`${windowName(window)}: done`);
    }
    console.log(`${taken} screenshots are in ${FOLDER}`);
  });
};
