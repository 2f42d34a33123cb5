import Table from 'cli-table3';

/** A table without colours, whatever the terminal. `widths`: of each column, characters; longer texts are wrapped. */
export const tableOf = (head: string[], rows: (string | number)[][], widths: number[] = []): string => {
  const table = new Table({ head, colWidths: widths, style: { head: [], border: [], compact: true }, wordWrap: true });
  table.push(...rows);
  return table.toString();
};
