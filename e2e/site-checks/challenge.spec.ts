import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Page, test } from '@playwright/test';
import { median } from '@geodes/testing';
import { circumstances } from './document.js';

const TIMES = 40;
const ASSETS = fileURLToPath(new URL('../../web/dist/public/assets', import.meta.url));

/** Returns the time from the start of the site's worker to each solution, ms. */
const solve = async (page: Page): Promise<number[]> => {
  const worker = readdirSync(ASSETS).find((name) => /^solve-challenge\.worker-[\w-]+\.js$/.test(name));
  if (!worker) throw new Error('The site has no worker that solves challenges. Build it first.');
  await page.goto('/terms', { waitUntil: 'networkidle' });
  return page.evaluate(
    async ({ script, times }) => {
      const durations: number[] = [];
      for (let time = 0; time < times; time += 1) {
        const challenge: unknown = await (await fetch('/api/challenge')).json();
        const begin = performance.now();
        await new Promise<void>((resolve, reject) => {
          const solver = new Worker(script, { type: 'module' });
          solver.onmessage = ({ data }) => {
            solver.terminate();
            if (data) resolve();
            else reject(new Error('The challenge was not solved.'));
          };
          solver.onerror = () => reject(new Error('The worker failed.'));
          solver.postMessage(challenge);
        });
        durations.push(performance.now() - begin);
      }
      return durations;
    },
    { script: `/assets/${worker}`, times: TIMES },
  );
};

test('a challenge is solved', async ({ page }) => {
  test.setTimeout(180_000);
  const times = (await solve(page)).sort((a, b) => a - b);
  console.log(
    `median ${Math.round(median(times))} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms. ${circumstances(`${TIMES} challenges`)}`,
  );
});
