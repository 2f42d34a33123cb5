import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { GeodeField } from '@geodes/contracts';
import { ChosenPictures } from './chosen-pictures.js';
import { type Cells, type CheckedLine, validateRow } from './validate-row.js';
import { readOnlyColumns, fieldColumns } from './geode-columns.js';
import { unescapeFormula } from './csv.js';
import { type Row, type Table, unreadable } from './read-table.js';

export interface CheckedTable {
  lines: CheckedLine[];
  /** Read-only columns of an export, which are skipped. */
  leftOut: string[];
  unknown: string[];
}

/** Makes `Crystal type`, `crystalType` and `CRYSTAL_TYPE` equal. */
const normalise = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const FIELDS = new Map<string, GeodeField>(
  fieldColumns.flatMap(({ field, header }) => [
    [normalise(header), field],
    [normalise(field), field],
  ]),
);
const READ_ONLY = new Set(readOnlyColumns.map(({ header }) => normalise(header)));

/** Lines checked before other requests get the event loop. */
const LINE_BATCH_SIZE = 20;

/** Checks every line by the columns that the header names. Throws BAD_REQUEST for an unusable header. */
export const checkTable = async ({ header, rows }: Table, chosen = new ChosenPictures()): Promise<CheckedTable> => {
  const names = header.cells.map((name) => name.trim());
  const positions = findColumns(names);
  const others = names.filter((name) => name !== '' && !FIELDS.has(normalise(name)));
  const lines: CheckedLine[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % LINE_BATCH_SIZE === 0) await yieldToOthers();
    lines.push(checkRow(row, positions, names.length, chosen));
  }
  return {
    lines,
    leftOut: others.filter((name) => READ_ONLY.has(normalise(name))),
    unknown: others.filter((name) => !READ_ONLY.has(normalise(name))),
  };
};

const findColumns = (names: string[]): Map<GeodeField, number> => {
  const positions = new Map<GeodeField, number>();
  for (const [position, name] of names.entries()) {
    const field = FIELDS.get(normalise(name));
    if (!field) continue;
    if (positions.has(field)) throw unreadable(`The column ${name} is there twice.`);
    positions.set(field, position);
  }
  const missing = fieldColumns.filter(({ field, isRequired }) => isRequired && !positions.has(field));
  if (missing.length === 0) return positions;
  const noun = missing.length === 1 ? 'column' : 'columns';
  const list = new Intl.ListFormat('en').format(missing.map(({ header }) => header));
  throw unreadable(
    `The first line must name the columns; the ${noun} ${list} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  );
};

const checkRow = (
  { line, cells }: Row,
  positions: Map<GeodeField, number>,
  width: number,
  chosen: ChosenPictures,
): CheckedLine => {
  const cellOf = (field: GeodeField): string => unescapeFormula(cells[positions.get(field) ?? -1] ?? '').trim();
  const named = Object.fromEntries(fieldColumns.map(({ field }) => [field, cellOf(field)])) as Cells;
  const checked = validateRow(line, named, chosen);
  if (cells.slice(width).every((cell) => cell.trim() === '')) return checked;
  const reason = 'This line has more cells than the header. A text with a comma in it must stand in quotation marks.';
  return { ...checked, problems: [{ line, column: '', reason }] };
};
