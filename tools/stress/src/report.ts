import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a run found. */
export interface Report {
  name: 'race' | 'carts' | 'chaos' | 'live' | 'streams' | 'restore' | 'rolling';
  /** What must not be, in words; empty where the run is passed. */
  violations: string[];
  /** What was measured, each with its unit in the name. */
  figures: Record<string, number | string>;
  /** What is aimed at, for some of the figures. */
  targets: Record<string, string>;
}

/** Answers and ids are listed up to this many; a broken shop would fill the screen. */
const MAX_LISTED = 20;
export const RESULTS = fileURLToPath(new URL('../.results', import.meta.url));

/** The report for a person, the target beside each figure. */
export const lines = ({ name, violations, figures, targets }: Report): string[] => [
  `${name}:`,
  ...Object.entries(figures).map(([figure, value]) => {
    const target = targets[figure] ? `   (target ${targets[figure]})` : '';
    return `  ${figure.padEnd(44)}${String(value).padStart(10)}${target}`;
  }),
  ...violations.slice(0, MAX_LISTED).map((violation) => `✗ ${violation}`),
  violations.length === 0 ? '✓ nothing that must not be' : `✗ ${violations.length} that must not be`,
];

/** Leaves the report in .results/stress-NAME.json, with what the machine was doing. */
export const keep = (report: Report): void => {
  mkdirSync(RESULTS, { recursive: true });
  const machine = { cores: cpus().length, load: loadavg()[0] };
  const text = JSON.stringify({ at: new Date().toISOString(), machine, ...report }, null, 2);
  writeFileSync(join(RESULTS, `stress-${report.name}.json`), `${text}\n`);
};
