import { type Page, test } from '@playwright/test';
import { median } from '@geodes/testing';
import { circumstances, keep } from './document.js';
import { type Interaction, INTERACTIONS } from './interactions.js';

const TIMES = 11;
const SLOWED_DOWN = 4;
const TARGET_MS = 100;
/** Wait after a result is visible until the browser has reported its events. */
const REPORTED_AFTER_MS = 500;
const WINDOWS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

interface Measured {
  /** Duration of every event of an interaction, ms. */
  interactions: number[];
}

/** Runs in the page and records interaction events. */
const listen = () => {
  const measured: Measured = { interactions: [] };
  Object.assign(window, { measured });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) measured.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

const forget = (page: Page) =>
  page.evaluate(() => ((window as unknown as { measured: Measured }).measured.interactions = []));
const longest = (page: Page) =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { measured: Measured }).measured.interactions));

/** Returns the duration of each repetition, ms, without the first, which loads scripts. */
const measure = async (page: Page, { window, prepare, target: find, done, undo }: Interaction): Promise<number[]> => {
  await page.addInitScript(listen);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_DOWN });
  await page.goto('/gallery', { waitUntil: 'networkidle' });
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await prepare?.(page, time);
    const target = find(page, time);
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(REPORTED_AFTER_MS);
    await forget(page);
    await (window === 'phone' ? target.tap() : target.click());
    await done(page, time).first().waitFor();
    await page.waitForTimeout(REPORTED_AFTER_MS);
    times.push(await longest(page));
    await undo?.(page);
  }
  return times.slice(1);
};

const durationText = (ms: number) => (ms < 16 ? 'below 16 ms' : ms < TARGET_MS ? `${ms} ms` : `**${ms} ms**`);
const rows: string[] = [];

test.describe.configure({ timeout: 180_000 });
for (const interaction of INTERACTIONS)
  test.describe(() => {
    test.use(WINDOWS[interaction.window]);
    test(`${interaction.name}, ${interaction.window}`, async ({ page }) => {
      const times = await measure(page, interaction);
      const name = test.info().title;
      rows.push(
        `| ${name} | under ${TARGET_MS} ms | ${durationText(median(times))} | ${durationText(Math.max(...times))} |`,
      );
      console.log(`${name}: ${times.join(', ')} ms`);
    });
  });

test.afterAll(async () => {
  const how = circumstances(
    `processor slowed down ${SLOWED_DOWN} times, ${TIMES - 1} times each after one not counted`,
  );
  const written = ['|  | target | median | slowest |', '| --- | --- | --- | --- |', ...rows, '', how].join('\n');
  console.log(`\n${written}`);
  // a partial run only prints its results
  if (rows.length === INTERACTIONS.length) await keep('inp', written);
});
