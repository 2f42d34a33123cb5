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
