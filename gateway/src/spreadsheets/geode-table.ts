import { setImmediate as othersFirst } from 'node:timers/promises';
import { ChosenPictures } from './chosen-pictures.js';
import { unreadable } from './file-text.js';
import { type Cells, type CheckedLine, validateRow } from './validate-row.js';
import { decidedColumns, fieldColumns, type GeodeField } from './geode-columns.js';
import { originalText } from './escape-formula.js';
import type { Row, Table } from './read-table.js';

export interface CheckedTable {
  lines: CheckedLine[];
  /** Columns of an export that the shop decides. */
  leftOut: string[];
  /** Columns that nobody knows. */
  unknown: string[];
}

/** `Crystal type`, `crystalType` and `CRYSTAL_TYPE` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const FIELDS = new Map<string, GeodeField>(
  fieldColumns.flatMap(({ field, header }) => [
    [plain(header), field],
    [plain(field), field],
  ]),
);
const DECIDED = new Set(decidedColumns.map(({ header }) => plain(header)));

/** Lines that are checked before other requests have their turn. */
const AT_ONCE = 20;

/** Checks every line under the names of the header. Throws BAD_REQUEST where the header will not do. */
export const checkTable = async ({ header, rows }: Table, chosen = new ChosenPictures()): Promise<CheckedTable> => {
  const names = header.cells.map((name) => name.trim());
  const places = placesOf(names);
  const others = names.filter((name) => name !== '' && !FIELDS.has(plain(name)));
  const lines: CheckedLine[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) await othersFirst();
    lines.push(checkRow(row, places, names.length, chosen));
  }
  return {
    lines,
    leftOut: others.filter((name) => DECIDED.has(plain(name))),
    unknown: others.filter((name) => !DECIDED.has(plain(name))),
  };
};

const placesOf = (names: string[]): Map<GeodeField, number> => {
  const places = new Map<GeodeField, number>();
  for (const [place, name] of names.entries()) {
    const field = FIELDS.get(plain(name));
    if (!field) continue;
    if (places.has(field)) throw unreadable(`The column ${name} is there twice.`);
    places.set(field, place);
  }
  const missing = fieldColumns.filter(({ field, isRequired }) => isRequired && !places.has(field));
  if (missing.length === 0) return places;
  const noun = missing.length === 1 ? 'column' : 'columns';
  const list = new Intl.ListFormat('en').format(missing.map(({ header }) => header));
  throw unreadable(
    `The first line must name the columns; the ${noun} ${list} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  );
};

const checkRow = (
  { line, cells }: Row,
  places: Map<GeodeField, number>,
  width: number,
  chosen: ChosenPictures,
): CheckedLine => {
  const cellOf = (field: GeodeField): string => originalText(cells[places.get(field) ?? -1] ?? '').trim();
  const named = Object.fromEntries(fieldColumns.map(({ field }) => [field, cellOf(field)])) as Cells;
  const checked = validateRow(line, named, chosen);
  if (cells.slice(width).every((cell) => cell.trim() === '')) return checked;
  const reason = 'This line has more cells than the header. A text with a comma in it must stand in quotation marks.';
  return { ...checked, problems: [{ line, column: '', reason }] };
};
