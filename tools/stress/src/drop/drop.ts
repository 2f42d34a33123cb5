import type { Report } from '../report.js';
import { fairness } from './fairness.js';
import type { Part } from './going-on-sale.js';
import { rush } from './rush.js';

export interface DropOptions {
  /** Geodes for each of which a script competes with people. */
  rounds: number;
  seed: number;
}

export const DROP: Omit<DropOptions, 'seed'> = { rounds: 1_000 };

/** Lets geodes go on sale at an instant: for people and scripts, for many pages and buyers, and while a gateway is killed. */
export const drop = async ({ rounds, seed }: DropOptions, say: (line: string) => void): Promise<Report> => {
  say(`  seed ${seed}`);
  const parts: [name: string, run: () => Promise<Part>][] = [
    ['fairness', () => fairness({ rounds, seed }, say)],
    ['rush', () => rush({ seed, killsGateway: false }, say)],
    ['rush, a gateway killed', () => rush({ seed, killsGateway: true }, say)],
  ];
  const report: Report = { name: 'drop', violations: [], figures: { seed }, targets: {} };
  for (const [name, run] of parts) {
    const { violations, figures, targets } = await run();
    say(`  ${name} done, ${violations.length} violations`);
    report.violations.push(...violations.map((what) => `${name}: ${what}`));
    Object.assign(report.figures, named(name, figures));
    Object.assign(report.targets, named(name, targets));
  }
  return report;
};

const named = <T>(name: string, values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}: ${key}`, value]));
