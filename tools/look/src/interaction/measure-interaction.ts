import type { Browser, Page } from '@playwright/test';
import { median } from '@geodes/testing';
import { circumstances, keep } from '../document.js';
import { lookAtShop } from '../look-at-shop.js';
import { type Interaction, INTERACTIONS } from './interactions.js';

const STONES = 12;
const TIMES = 11;
const SLOWED_DOWN = 4;
const TARGET_MS = 100;
/** After an answer is seen: until the browser has told of it. */
const TOLD_AFTER_MS = 500;
const LIMIT_MS = 20_000;
const WINDOWS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

interface Told {
  /** Of every event of an interaction, milliseconds. */
  interactions: number[];
}

/** Runs in the page. */
const listen = () => {
  const told: Told = { interactions: [] };
  Object.assign(window, { told });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) told.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

const forget = (page: Page) => page.evaluate(() => ((window as unknown as { told: Told }).told.interactions = []));
const longest = (page: Page) =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { told: Told }).told.interactions));

/** Milliseconds of each time, the first left out: it brings the scripts of what is opened. */
const measure = async (browser: Browser, address: string, interaction: Interaction): Promise<number[]> => {
  const context = await browser.newContext(WINDOWS[interaction.window]);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.addInitScript(listen);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_DOWN });
    await page.goto(`${address}/gallery`, { waitUntil: 'networkidle' });
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      await interaction.prepare?.(page, time);
      const target = interaction.target(page, time);
      await target.scrollIntoViewIfNeeded();
      await page.waitForTimeout(TOLD_AFTER_MS);
      await forget(page);
      await (interaction.window === 'phone' ? target.tap() : target.click());
      await interaction.done(page, time).first().waitFor();
      await page.waitForTimeout(TOLD_AFTER_MS);
      times.push(await longest(page));
      await interaction.undo?.(page);
    }
    return times.slice(1);
  } finally {
    await context.close();
  }
};

/**
 * Measures how long the gallery takes to answer a hand, prints it and keeps it in docs/performance.md. Words narrow it down
 * (`phone opening`); then nothing is kept.
 */
export const measureInteraction = async (words: string[]): Promise<void> => {
  await lookAtShop(STONES, async (browser, shop) => {
    const lines = ['|  | target | median | slowest |', '| --- | --- | --- | --- |'];
    const said = (ms: number) => (ms < TARGET_MS ? (ms < 16 ? 'below 16 ms' : `${ms} ms`) : `**${ms} ms**`);
    for (const interaction of INTERACTIONS) {
      const name = `${interaction.name}, ${interaction.window}`;
      if (!words.every((word) => name.includes(word))) continue;
      const times = await measure(browser, shop.address, interaction);
      lines.push(`| ${name} | under ${TARGET_MS} ms | ${said(median(times))} | ${said(Math.max(...times))} |`);
      console.log(`${name}: ${times.join(', ')} ms`);
    }
    const how = circumstances(
      `processor slowed down ${SLOWED_DOWN} times, ${TIMES - 1} times each after one not counted`,
    );
    console.log(`\n${lines.join('\n')}\n\n${how}`);
    if (words.length === 0) await keep('interaction', `${lines.join('\n')}\n\n${how}`);
  });
};
