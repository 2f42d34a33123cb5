import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort, median } from '@geodes/testing';
import { test } from '@playwright/test';
import { SHOP_URL } from '../shop/settings.js';
import { circumstances, keep } from './document.js';
import { geodesForSale } from './screens.js';

/** The result of one Lighthouse run on a page. */
interface Measured {
  /** 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  /** Transferred bytes of scripts. */
  script: number;
}

type Figure = keyof Measured;

interface Target {
  figure: Figure;
  name: string;
  target: string;
  meets: (value: number) => boolean;
  say: (value: number) => string;
}

const whole = (value: number) => String(Math.round(value));
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** The figures and their targets. */
const targets: readonly Target[] = [
  { figure: 'performance', name: 'Performance', target: '95 or more', meets: (value) => value >= 95, say: whole },
  { figure: 'accessibility', name: 'Accessibility', target: '100', meets: (value) => value >= 100, say: whole },
  { figure: 'bestPractices', name: 'Best practices', target: '100', meets: (value) => value >= 100, say: whole },
  { figure: 'seo', name: 'SEO', target: '100', meets: (value) => value >= 100, say: whole },
  { figure: 'lcp', name: 'LCP', target: 'below 2.5 s', meets: (value) => value < 2_500, say: seconds },
  {
    figure: 'cls',
    name: 'CLS',
    target: 'below 0.02',
    meets: (value) => value < 0.02,
    say: (value) => value.toFixed(3),
  },
  {
    figure: 'script',
    name: 'Scripts',
    target: 'at most 140 KB',
    meets: (value) => value <= 140 * 1024,
    say: kilobytes,
  },
];

/** Returns the median of each figure over the runs of one page. */
const medians = (runs: readonly Measured[]): Measured =>
  Object.fromEntries(targets.map(({ figure }) => [figure, median(runs.map((run) => run[figure]))])) as Record<
    Figure,
    number
  >;

/** Formats the figures of pages as a Markdown table; a figure that misses its target is bold. */
const table = (pages: readonly { name: string; measured: Measured }[]): string => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = pages.map(({ name }) => name);
  return [
    row(['', 'target', ...names]),
    row(['---', '---', ...names.map(() => '---')]),
    ...targets.map(({ figure, name, target, meets, say }) =>
      row([
        name,
        target,
        ...pages.map(({ measured }) =>
          meets(measured[figure]) ? say(measured[figure]) : `**${say(measured[figure])}**`,
        ),
      ]),
    ),
  ].join('\n');
};

const RUNS = 3;
/** Maximum attempts of one run. */
const ATTEMPTS = 3;

/** Fetched when needed: with what it needs, it would be a tenth of what `npm install` brings. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const LIGHTHOUSE_TIMEOUT_MS = 5 * 60_000;

/** The part of Lighthouse's report that is read here. */
interface Result {
  runtimeError?: { code: string; message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, Audit>;
}

interface Audit {
  numericValue?: number;
  details?: { items?: NetworkItem[] };
}

interface NetworkItem {
  resourceType?: string;
  transferSize?: number;
}

const score = (result: Result, category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
const value = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;

const measuredOf = (result: Result): Measured => {
  const requests = result.audits['network-requests']?.details?.items ?? [];
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

/** Throws an Error with Lighthouse's messages if it wrote no report. */
async function runLighthouse(url: string, port: number): Promise<Result> {
  const categories = '--only-categories=performance,accessibility,best-practices,seo';
  const args = ['--yes', LIGHTHOUSE, url, `--port=${port}`, categories, '--max-wait-for-load=60000', '--output=json'];
  const options = { timeout: LIGHTHOUSE_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
  // it exits with 1 if its report has a runtimeError
  const { stdout, stderr } = await promisify(execFile)('npx', [...args, '--quiet'], options).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  if (!stdout) throw new Error(`Lighthouse wrote no report for ${url}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

test('Lighthouse measures the home page, the gallery and an open geode on a phone', async ({ playwright, request }) => {
  test.setTimeout(30 * 60_000);
  const { executablePath, args = [], env } = test.info().project.use.launchOptions ?? {};
  /** Runs Lighthouse in a new browser with an empty cache, and simulates a slow processor and connection. */
  const run = async (url: string, attempts = ATTEMPTS): Promise<Result> => {
    const port = await freePort();
    const browser = await playwright.chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      ...(env ? { env } : {}),
      args: [...args, `--remote-debugging-port=${port}`],
    });
    const result = await runLighthouse(url, port).finally(() => browser.close());
    const { runtimeError } = result;
    if (!runtimeError) return result;
    // sometimes the browser's trace lacks its start
    if (runtimeError.code === 'NO_NAVSTART' && attempts > 1) return run(url, attempts - 1);
    throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  };

  const [geode] = await geodesForSale(request);
  const paths = { '/': '/', '/gallery': '/gallery', 'an open geode': `/gallery?geode=${geode?.id}` };
  const pages: { name: string; measured: Measured }[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const runs: Measured[] = [];
    // the first visit makes the shop resize pictures to a phone's width, so it is not measured
    await run(SHOP_URL + path);
    for (let time = 1; time <= RUNS; time += 1) runs.push(measuredOf(await run(SHOP_URL + path)));
    pages.push({ name, measured: medians(runs) });
    console.log(`${name}: performance ${runs.map(({ performance }) => performance).join(', ')}`);
  }
  const written = `${table(pages)}\n\n${circumstances(`Lighthouse 13, mobile, median of ${RUNS} runs`)}`;
  console.log(`\n${written}`);
  await keep('lighthouse', written);
});
