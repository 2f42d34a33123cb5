import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { FAILED_RESPONSE, horizontalOverflow, test } from '../browser/buyer.js';
import { MAIL_CATCHER_URL } from '../shop/address.js';
import { catchLetters } from './letter-screens.js';
import type { Screen } from './screen.js';
import { SCREENS } from './screens.js';

const WINDOWS = [
  { width: 390, height: 844, schemes: ['light', 'dark'] },
  { width: 768, height: 1024, schemes: ['light'] },
  { width: 1440, height: 900, schemes: ['light', 'dark'] },
  { width: 2560, height: 1440, schemes: ['light'] },
] as const;
const LETTER_WINDOWS = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];
const FOLDER = fileURLToPath(new URL('../.results/screenshots', import.meta.url));
const QUIET_MS = 700;
const SCROLL_TIMEOUT_MS = 15_000;

/** Scrolls through a page and waits for all pictures, including lazy ones. */
const scrollThrough = async () => {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  scrollTo({ top: 0, behavior: 'instant' });
  // a picture scrolled past too quickly would never load
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
};

/** Waits until a page no longer changes. With scripts disabled page timers never fire, so it does not scroll. */
const settle = async (page: Page, { isLayer, isPlain }: Screen) => {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  if (!isLayer && !isPlain)
    await Promise.race([page.evaluate(scrollThrough).catch(() => undefined), page.waitForTimeout(SCROLL_TIMEOUT_MS)]);
  await page.waitForTimeout(QUIET_MS);
};

for (const { width, height, schemes } of WINDOWS)
  for (const colorScheme of schemes)
    for (const isPlain of [false, true])
      test.describe(`${width}-${colorScheme}`, () => {
        test.use({
          viewport: { width, height },
          colorScheme,
          contextOptions: { reducedMotion: 'reduce' },
          hasTouch: width < 1024,
          javaScriptEnabled: !isPlain,
          expectedErrors: FAILED_RESPONSE,
        });
        for (const screen of SCREENS.filter(
          ({ isPlain: plain = false, below = Infinity }) => plain === isPlain && width < below,
        ))
          test(screen.name, async ({ page }) => {
            await screen.show(page);
            await settle(page, screen);
            const path = `${FOLDER}/${width}-${colorScheme}/${screen.name}.png`;
            await page.screenshot({ path, fullPage: !screen.isLayer });
            if (!isPlain) expect(await horizontalOverflow(page), 'pixels wider than its window').toBeLessThanOrEqual(0);
          });
      });

test('letters', async ({ browser, page, request }) => {
  test.setTimeout(300_000);
  const letters = Object.entries(await catchLetters(request, page));
  for (const viewport of LETTER_WINDOWS)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      for (const [name, letter] of letters) {
        await page.goto(`${MAIL_CATCHER_URL}/letters/${letter.name}/html`, { waitUntil: 'networkidle' });
        await page.screenshot({
          path: `${FOLDER}/${viewport.width}-${colorScheme}/letter-${name}.png`,
          fullPage: true,
        });
        expect(await horizontalOverflow(page), `${name}: pixels wider than its window`).toBeLessThanOrEqual(0);
      }
      await page.close();
    }
});
