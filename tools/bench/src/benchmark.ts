import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Comparison } from './load.js';
import type { BenchShop } from './shop.js';

/** One line of the table. */
export interface Row {
  work: string;
  target: string;
  measured: string;
  /** Further figures: the baseline, the spread, a percentile. */
  details: string;
  misses: boolean;
}

const FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const ms = (value: number): string => (value < 9.95 ? `${value.toFixed(1)} ms` : `${whole(value)} ms`);
export const megabytes = (bytes: number): string => `${whole(bytes / 1_048_576)} MB`;

/** Formats the rows as a Markdown table; a figure that misses its target is bold. */
export const table = (rows: readonly Row[]): string =>
  [
    '| work | target | measured | details |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ work, target, measured, details, misses }) =>
        `| ${work} | ${target} | ${misses ? `**${measured}**` : measured} | ${details} |`,
    ),
  ].join('\n');

/** Writes RESULTS.md. `load` is the machine's load before the run. */
export const writeResults = (rows: readonly Row[], load: number): Promise<void> => {
  const when = new Date().toISOString().slice(0, 10);
  const text = `# Results of \`npm run bench\`

${table(rows)}

Measured ${when}: ${cpus().length} processors shared by shop, databases and load generator; load ${load.toFixed(1)} before the run.
`;
  return writeFile(FILE, text);
};

export const systemLoad = (): number => loadavg()[0] ?? 0;

export interface BenchContext {
  shop: BenchShop;
  say: (line: string) => void;
}

/** Measures one part of the shop. Throws if a response is wrong. */
export type Benchmark = (context: BenchContext) => Promise<Row[]>;

export interface Targets {
  /** Least share of the baseline's requests a second. */
  ratio: number;
  aim?: number;
  /** Longest median, milliseconds. */
  medianMs?: number;
}

/** Formats a comparison. Throws if any request failed, because the figures would mean nothing. */
export const comparisonRow = (work: string, compared: Comparison, { ratio, aim, medianMs }: Targets): Row => {
  const { shop, baseline, lowest, highest } = compared;
  const failed = shop.failed + shop.refused + baseline.failed + baseline.refused;
  if (failed > 0) throw new Error(`${work}: ${failed} requests failed.`);
  const targets = [`${percent(ratio)} of the baseline`];
  if (medianMs) targets.push(`median ${ms(medianMs)}`);
  if (aim) targets.push(`aim ${percent(aim)}`);
  return {
    work,
    target: targets.join(', '),
    measured: `${percent(compared.ratio)}, median ${ms(shop.median)}`,
    details:
      `${whole(shop.perSecond)} a second, baseline ${whole(baseline.perSecond)}; turns ${percent(lowest)} to ` +
      `${percent(highest)}; 95 % ${ms(shop.p95)}; generator ${percent(shop.generatorCpu)} and ` +
      `${percent(baseline.generatorCpu)} of a processor`,
    misses: compared.ratio < ratio || (medianMs !== undefined && shop.median > medianMs),
  };
};
