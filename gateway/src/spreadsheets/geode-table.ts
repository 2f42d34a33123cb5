import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import {
  checkTyped,
  CreateGeodeBody,
  GEODE_FIELD_NAMES,
  type GeodeField,
  geodeField,
  type LineProblem,
  type Verdict,
} from '@geodes/contracts';
import { refusalText } from '@geodes/kit';
import { ChosenPictures, picturesOf } from './chosen-pictures.js';
import { unescapeFormula } from './csv.js';
import { fieldColumns, readOnlyColumns } from './geode-columns.js';
import { extraCells, findColumns, type ImportColumn, normaliseHeader, type Row, type Table } from './read-table.js';

/** The geode of a line and its problems; without problems it can be added. */
export interface CheckedLine {
  line: number;
  body: CreateGeodeBody;
  problems: LineProblem[];
}

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

/** The cell of each field; empty if the line has none. */
type Cells = Record<GeodeField, string>;

const YES = ['yes', 'true', '1', 'x'];
const NO = ['no', 'false', '0', ''];

const toSlug = (cell: string): string => cell.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** Returns the choice that a cell names, whatever its case; undefined if there is none. */
const choiceOf = (choices: readonly string[], cell: string): string | undefined =>
  choices.find((choice) => toSlug(choice) === toSlug(cell));

/** Without a comma before the last word, unlike American English. */
const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Parses a plain decimal number; NaN for other forms that JavaScript takes (`0x10`, `1e2`, ``, `Infinity`). */
const parseDecimal = (text: string): number => (/^-?(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Checks a cell by the rules of the owner's form. */
const checkCell = (name: GeodeField, cell: string, chosen: ChosenPictures): Verdict => {
  const field = geodeField(name);
  switch (field.kind) {
    case 'choice': {
      const names = field.choices.map((choice) => choice || 'empty');
      const isKnown = cell.trim() === '' || choiceOf(field.choices, cell) !== undefined;
      return isKnown || `${field.label} must be ${list.format(names)}.`;
    }
    case 'switch':
      return [...YES, ...NO].includes(toSlug(cell)) || `${field.label} must be yes or no.`;
    case 'pictures': {
      const pictures = picturesOf(cell);
      const problems = pictures.flatMap((picture) => chosen.problemOf(picture) ?? []).join(' ');
      if (problems !== '' || pictures.length === 0) return problems || 'Please upload an image for the geode.';
      return pictures.length <= field.max || `There can be ${field.max} pictures at most.`;
    }
    default:
      return checkTyped(field, cell, parseDecimal);
  }
};

/** Reads a cell as the owner's form would send it. */
const readCell = (name: GeodeField, cell: string, chosen: ChosenPictures): unknown => {
  const field = geodeField(name);
  switch (field.kind) {
    case 'price':
      return (Math.round(Number(cell) * 100) / 100).toFixed(2);
    case 'count':
      return Number(cell);
    case 'choice':
      return choiceOf(field.choices, cell) ?? field.ifMissing;
    case 'switch':
      return YES.includes(toSlug(cell));
    case 'pictures':
      return [...new Set(picturesOf(cell).map((picture) => chosen.resolve(picture)))];
    case 'instant':
      return cell === '' ? null : cell;
    case 'text':
      return cell;
  }
};

/** Returns the body that the owner's form would send. */
const toBody = (cells: Cells, chosen: ChosenPictures): CreateGeodeBody => {
  const values = Object.fromEntries(GEODE_FIELD_NAMES.map((name) => [name, readCell(name, cells[name], chosen)]));
  const body = plainToInstance(CreateGeodeBody, values);
  return Object.assign(body, { imageUrl: body.imageUrls?.[0] ?? '' });
};

/** Checks a line by the rules of the owner's form, then as the API would check the form's request. */
const validateRow = (line: number, cells: Cells, chosen: ChosenPictures): CheckedLine => {
  const body = toBody(cells, chosen);
  const problems = fieldColumns.flatMap(({ field, header: column }) => {
    const verdict = checkCell(field, cells[field], chosen);
    return verdict === true ? [] : [{ line, column, reason: verdict }];
  });
  return { line, body, problems: problems.length > 0 ? problems : bodyProblems(line, body) };
};

const bodyProblems = (line: number, body: CreateGeodeBody): LineProblem[] =>
  validateSync(body).map((error) => ({
    line,
    column: fieldColumns.find(({ field }) => field === error.property)?.header ?? 'Pictures',
    reason: refusalText(error) ?? 'This is not taken.',
  }));
