import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { type Chromium, findChromium } from '@geodes/servers';
import { type OpenShop, openShop } from './open-shop.js';

/** The browser of this machine. Throws where there is none. */
export const chromiumHere = (): Promise<Chromium> =>
  findChromium(fileURLToPath(new URL('../../../.local', import.meta.url)));

const openBrowser = async (): Promise<Browser> => {
  const { executablePath, args, env } = await chromiumHere();
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> });
};

/** Has `look` see a shop of its own with so many demo stones in a browser without a window; both are closed afterwards. */
export const lookAtShop = async (
  stones: number,
  look: (browser: Browser, shop: OpenShop) => Promise<void>,
): Promise<void> => {
  // first, so that a machine without a browser says so at once
  const browser = await openBrowser();
  try {
    const shop = await openShop(stones);
    try {
      await look(browser, shop);
    } finally {
      await shop.stop();
    }
  } finally {
    await browser.close();
  }
};
