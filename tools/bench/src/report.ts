import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

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
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
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
