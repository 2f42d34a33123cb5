import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '@geodes/servers';
import { ON_PHONE, PHONE_ONLY } from './browser/on-phone.js';
import { RUN, SHOP_URL } from './shop/settings.js';

const { executablePath, args, env } = await findChromium(fileURLToPath(new URL('../.local', import.meta.url)));

/** Without motion, whose drawing takes a sixth of the browser's time. What depends on motion asks for it. */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * Tests the whole shop, started once by `globalSetup`: over HTTP (`api`) and in a browser. The projects of `site-checks`
 * are not part of `npm test`: they take screenshots and measure (tools/entry/site-checks.mjs).
 */
export default defineConfig({
  outputDir: `.results/${RUN}`,
  globalSetup: './shop/start.ts',
  reporter: [['list'], ['json', { outputFile: `.results/${RUN}.json` }]],
  fullyParallel: false,
  workers: 1,
  timeout: 150_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: SHOP_URL,
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    screenshot: 'only-on-failure',
  },
  projects: [
    // the full-disk test uses prlimit, which only Linux has
    { name: 'api', testDir: 'api', ...(process.platform === 'linux' ? {} : { testIgnore: 'disk.spec.ts' }) },
    {
      name: 'desktop',
      testDir: 'browser',
      grepInvert: new RegExp(PHONE_ONLY),
      use: { ...devices['Desktop Chrome'], ...STILL, channel: undefined, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: 'browser',
      grep: new RegExp(ON_PHONE),
      use: { ...devices['Pixel 7'], ...STILL, channel: undefined },
    },
    ...['screenshots', 'lighthouse', 'inp', 'challenge', 'owner-day'].map((name) => ({
      name,
      testDir: 'site-checks',
      testMatch: `${name}.spec.ts`,
    })),
  ],
});
