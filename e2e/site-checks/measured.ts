import { median } from '@geodes/testing';

/** The result of one Lighthouse run on a page. */
export interface Measured {
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

export type Figure = keyof Measured;

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
export const medians = (runs: readonly Measured[]): Measured =>
  Object.fromEntries(targets.map(({ figure }) => [figure, median(runs.map((run) => run[figure]))])) as Record<
    Figure,
    number
  >;

/** Formats the figures of pages as a Markdown table; a figure that misses its target is bold. */
export const table = (pages: readonly { name: string; measured: Measured }[]): string => {
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
