/** One line of a measured table. */
export interface Row {
  work: string;
  target: string;
  measured: string;
  /** What else is to be known: the floor, the spread, a percentile. */
  beside: string;
  /** True where it falls short of its target; undefined where it has none. */
  misses?: boolean;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The rows as a table in Markdown; what misses its target is bold. */
export const table = (rows: readonly Row[]): string =>
  [
    line(['', 'target', 'measured', 'beside it']),
    line(['---', '---', '---', '---']),
    ...rows.map(({ work, target, measured, beside, misses }) =>
      line([work, target, misses ? `**${measured}**` : measured, beside]),
    ),
  ].join('\n');

/** `document` with `text` between the markers of this name. Throws where they are not there. */
export const between = (document: string, name: string, text: string): string => {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`There is no place for these figures: ${begin} and ${end}.`);
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`;
};
