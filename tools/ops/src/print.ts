import type { Readable, Writable } from 'node:stream';

/** What a command uses of its process. */
export interface CommandDeps {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}

/** Prints the result of a command: `value` as JSON with --json, else `lines`. */
export type Print = (value: unknown, lines: string) => void;

/** Formats a time as 2026-11-21 14:05:09 in this machine's time zone. */
export const formatLocalTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE');

const STEPS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Formats the time from `iso` to `at` roughly: `5 s`, `12 min`, `3 h`, `2 d`. */
export const formatAge = (iso: string, at: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(iso)) / 1_000));
  const [step, unit] = STEPS.find(([least]) => seconds >= 2 * least) ?? [1, 's'];
  return `${Math.floor(seconds / step)} ${unit}`;
};

const WIDEST = 1_000;

/** Wraps a text at spaces to `width` characters a line. Cuts longer words. */
const wrap = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => {
    const pieces = line.match(new RegExp(String.raw`\S.{0,${width - 1}}(?=\s|$)|\S{1,${width}}`, 'g'));
    return pieces ?? [''];
  });

/** Formats a table. Wraps texts that are longer than the column's maximum in `widths`. */
export const formatTable = (head: string[], rows: (string | number)[][], widths: number[] = []): string => {
  const cells = [head, ...rows].map((row) => row.map((cell, column) => wrap(String(cell), widths[column] ?? WIDEST)));
  const columns = head.map((_, column) =>
    Math.max(...cells.flatMap((row) => row[column] ?? []).map((line) => line.length)),
  );
  const lineOf = (row: string[][], line: number) =>
    columns
      .map((width, column) => (row[column]?.[line] ?? '').padEnd(width))
      .join(' │ ')
      .trimEnd();
  const [first = '', ...others] = cells.flatMap((row) =>
    Array.from({ length: Math.max(...row.map((lines) => lines.length)) }, (_, line) => lineOf(row, line)),
  );
  return [first, columns.map((width) => '─'.repeat(width)).join('─┼─'), ...others].join('\n');
};
