import type { Comparison } from './load.js';
import { ms, percent, type Row, whole } from './report.js';
import type { BenchShop } from './shop.js';

export interface BenchContext {
  shop: BenchShop;
  /** Turns of shop and baseline, and the length of each. */
  rounds: number;
  seconds: number;
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
