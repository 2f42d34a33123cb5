import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { GeodeField } from '@geodes/contracts';
import { ChosenPictures } from './chosen-pictures.js';
import { type Cells, type CheckedLine, validateRow } from './validate-row.js';
import { readOnlyColumns, fieldColumns } from './geode-columns.js';
import { unescapeFormula } from './csv.js';
import { extraCells, findColumns, type ImportColumn, normaliseHeader } from './find-columns.js';
import type { Row, Table } from './read-table.js';

export interface CheckedTable {
  lines: CheckedLine[];
  /** Read-only columns of an export, which are skipped. */
  leftOut: string[];
  unknown: string[];
}

const COLUMNS: readonly ImportColumn<GeodeField>[] = fieldColumns.map(({ field, header, isRequired }) => ({
  key: field,
  headers: [header, field],
  isRequired,
}));
const FIELDS = new Set(COLUMNS.flatMap(({ headers }) => headers.map(normaliseHeader)));
const READ_ONLY = new Set(readOnlyColumns.map(({ header }) => normaliseHeader(header)));

/** Lines checked before other requests get the event loop. */
const LINE_BATCH_SIZE = 20;

/** Checks every line by the columns that the header names. Throws BAD_REQUEST for an unusable header. */
export const checkTable = async ({ header, rows }: Table, chosen = new ChosenPictures()): Promise<CheckedTable> => {
  const names = header.cells.map((name) => name.trim());
  const positions = findColumns(names, COLUMNS);
  const others = names.filter((name) => name !== '' && !FIELDS.has(normaliseHeader(name)));
  const lines: CheckedLine[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % LINE_BATCH_SIZE === 0) await yieldToOthers();
    lines.push(checkRow(row, positions, names.length, chosen));
  }
  return {
    lines,
    leftOut: others.filter((name) => READ_ONLY.has(normaliseHeader(name))),
    unknown: others.filter((name) => !READ_ONLY.has(normaliseHeader(name))),
  };
};

const checkRow = (
  row: Row,
  positions: ReadonlyMap<GeodeField, number>,
  width: number,
  chosen: ChosenPictures,
): CheckedLine => {
  const cellOf = (field: GeodeField): string => unescapeFormula(row.cells[positions.get(field) ?? -1] ?? '').trim();
  const named = Object.fromEntries(fieldColumns.map(({ field }) => [field, cellOf(field)])) as Cells;
  const checked = validateRow(row.line, named, chosen);
  const extra = extraCells(row, width);
  return extra ? { ...checked, problems: [extra] } : checked;
};
