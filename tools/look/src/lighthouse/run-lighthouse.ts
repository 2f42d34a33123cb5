import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import lighthouse, { type Result } from 'lighthouse';
import { circumstances, keep } from '../document.js';
import { openShop } from '../open-shop.js';
import { startBrowser } from './browser.js';
import { type Measured, medians, table } from './measured.js';

const RUNS = 3;
/** Of one run. */
const ATTEMPTS = 3;
/** More than the gallery shows on a page; drawing them takes most of the time. */
const STONES = 12;
const RESULTS = fileURLToPath(new URL('../../.results/lighthouse', import.meta.url));

interface NetworkItem {
  resourceType?: string;
  transferSize?: number;
}

const score = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
const value = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;

const measuredOf = (result: Result): Measured => {
  const { details } = result.audits['network-requests'] ?? {};
  const requests = (details?.type === 'table' ? details.items : []) as NetworkItem[];
  return {
    performance: score(result, 'performance'),
    accessibility: score(result, 'accessibility'),
    bestPractices: score(result, 'best-practices'),
    seo: score(result, 'seo'),
    lcp: value(result, 'largest-contentful-paint'),
    cls: value(result, 'cumulative-layout-shift'),
    script: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  };
};

/** What Lighthouse would have better, in its own words. */
const complaintsOf = (result: Result): string[] =>
  Object.values(result.categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ weight, id }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${title}: ${result.audits[id]?.title} ${result.audits[id]?.displayValue ?? ''}`.trim()),
  );

/** In a browser of its own: nothing is in its cache. */
const runOnce = async (address: string, attempts = ATTEMPTS): Promise<Result> => {
  const browser = await startBrowser();
  const result = await runIn(browser.port, address).finally(() => browser.stop());
  if (!result.runtimeError) return result;
  // Now and then the browser's recording of what it did lacks its beginning.
  if (result.runtimeError.code === 'NO_NAVSTART' && attempts > 1) return runOnce(address, attempts - 1);
  throw new Error(`Lighthouse on ${address}: ${result.runtimeError.message}`);
};

/** One run on a phone as Lighthouse pictures it: a slow processor and a slow line, simulated. */
const runIn = async (port: number, address: string): Promise<Result> => {
  const answer = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    maxWaitForLoad: 60_000,
  });
  if (!answer) throw new Error(`Lighthouse said nothing of ${address}.`);
  return answer.lhr;
};

/** Measures the built site in a shop of its own, prints the figures and keeps them in docs/performance.md. */
export const runLighthouse = async (): Promise<void> => {
  const shop = await openShop(STONES);
  try {
    const [open] = shop.geodes;
    const paths = [
      { name: '/', path: '/' },
      { name: '/gallery', path: '/gallery' },
      { name: 'an open geode', path: `/gallery?geode=${open.id}` },
    ];
    const pages: { name: string; measured: Measured }[] = [];
    await mkdir(RESULTS, { recursive: true });
    for (const { name, path } of paths) {
      const runs: Measured[] = [];
      const complaints = new Set<string>();
      // Pictures are made in the width of a phone when one first asks for it: the first visit is not measured.
      await runOnce(shop.address + path);
      for (let run = 1; run <= RUNS; run += 1) {
        const result = await runOnce(shop.address + path);
        runs.push(measuredOf(result));
        for (const complaint of complaintsOf(result)) complaints.add(complaint);
        const file = `${RESULTS}/${name.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${run}.json`;
        await writeFile(file, JSON.stringify(result, null, 1));
      }
      pages.push({ name, measured: medians(runs) });
      console.log(`${name}: performance ${runs.map(({ performance }) => performance).join(', ')}`);
      for (const complaint of complaints) console.log(`  ${complaint}`);
    }
    const written = table(pages);
    const how = circumstances(`Lighthouse 13, mobile, median of ${RUNS} runs`);
    console.log(`\n${written}\n\n${how}\nThe reports are in tools/look/.results/lighthouse.`);
    await keep('lighthouse', `${written}\n\n${how}`);
  } finally {
    await shop.stop();
  }
};
