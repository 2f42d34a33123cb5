import { fileURLToPath } from 'node:url';

/** The result of a stress test. */
export interface Report {
  name: 'race' | 'carts' | 'chaos' | 'live' | 'streams' | 'restore' | 'rolling' | 'holds' | 'drop';
  /** Broken rules, as texts; empty when the run has passed. */
  violations: string[];
  /** Measurements; each name ends in its unit. */
  figures: Record<string, number | string>;
  /** Targets of some figures. */
  targets: Record<string, string>;
}

/** A report lists at most this many violations, because a broken shop would fill the screen. */
const MAX_LISTED = 20;
export const RESULTS = fileURLToPath(new URL('../.results', import.meta.url));

/** Runs a stress test and prints its report, by default to standard error, which Jest shows. Returns the violations. */
export const runAndReport = async (
  run: (say: (line: string) => void) => Promise<Report>,
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<string[]> => {
  const report = await run(say);
  for (const line of formatLines(report)) say(line);
  return report.violations;
};

/** Formats a report for the terminal, with the target beside each figure. */
const formatLines = ({ name, violations, figures, targets }: Report): string[] => [
  `${name}:`,
  ...Object.entries(figures).map(([figure, value]) => {
    const target = targets[figure] ? `   (target ${targets[figure]})` : '';
    return `  ${figure.padEnd(44)}${String(value).padStart(10)}${target}`;
  }),
  ...violations.slice(0, MAX_LISTED).map((violation) => `✗ ${violation}`),
  violations.length === 0 ? '✓ no violations' : `✗ ${violations.length} violations`,
];

/** Counts how often each value occurs. */
export const countEach = (values: (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Lists counts, such as `201: 40, 409 OUT_OF_STOCK: 460`. */
export const countsText = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
