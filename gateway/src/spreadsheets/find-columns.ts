import type { LineProblem } from '@geodes/contracts';
import { type Row, unreadable } from './read-table.js';

/** A column that an import reads. */
export interface ImportColumn<Key> {
  key: Key;
  /** What its header may be; messages show the first. */
  headers: readonly string[];
  isRequired: boolean;
}

/** Makes `Crystal type`, `crystalType` and `CRYSTAL_TYPE` equal. */
export const normaliseHeader = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** Returns the position of each column in the header. Throws BAD_REQUEST if one is there twice or missing. */
export const findColumns = <Key>(
  names: readonly string[],
  columns: readonly ImportColumn<Key>[],
): ReadonlyMap<Key, number> => {
  const positions = new Map<Key, number>();
  for (const [position, name] of names.entries()) {
    const column = columns.find(({ headers }) => headers.some((one) => normaliseHeader(one) === normaliseHeader(name)));
    if (!column) continue;
    if (positions.has(column.key)) throw unreadable(`The column ${name} is there twice.`);
    positions.set(column.key, position);
  }
  const missing = columns.filter(({ key, isRequired }) => isRequired && !positions.has(key));
  if (missing.length === 0) return positions;
  const noun = missing.length === 1 ? 'column' : 'columns';
  const list = new Intl.ListFormat('en').format(missing.map(({ headers }) => headers[0] ?? ''));
  throw unreadable(
    `The first line must name the columns; the ${noun} ${list} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  );
};

/** Returns the problem of a row with more cells than the header. */
export const extraCells = ({ line, cells }: Row, width: number): LineProblem | undefined => {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return undefined;
  const reason = 'This line has more cells than the header. A text with a comma in it must stand in quotation marks.';
  return { line, column: '', reason };
};
