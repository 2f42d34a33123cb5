import { CsvError, parse } from 'csv-parse/sync';
import { type FieldError, type LineProblem, MAX_IMPORTED } from '@geodes/contracts';
import { AppError } from '@geodes/kit';

const SAVE_AS = 'In Excel, save it as "CSV UTF-8 (Comma delimited)"; in Numbers or Google Sheets, export it as CSV.';
const MAX_COLUMNS = 50;
/** A geode has at most a description of 5,000 characters and 20 pictures of 60. */
const MAX_LINE_CHARACTERS = 60_000;

export interface Row {
  /** The line of the file at which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

export interface Table {
  header: Row;
  rows: Row[];
}

/** Refuses a whole file. */
export const unreadable = (message: string): AppError =>
  new AppError('BAD_REQUEST', message, [{ field: 'file', reason: message }]);

/** Returns a line's problem as an error of a request. */
export const faultOf = ({ line, column, reason }: LineProblem): FieldError => ({
  field: `line ${line}${column && `, ${column}`}`,
  reason,
});

/** Decodes a UTF-8 file and turns its line ends into `\n`. Throws BAD_REQUEST with a message for the owner. */
export const decodeFile = (bytes: Buffer): string => {
  if (beginsWith(bytes, 0x50, 0x4b, 3, 4) || beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw unreadable(`This is a workbook, not a CSV file. ${SAVE_AS}`);
  const text = decodeUtf8(bytes);
  if (text.includes('\u0000')) throw unreadable(`This is not a CSV file. ${SAVE_AS}`);
  if (text.trim() === '') throw unreadable('The file is empty.');
  return text.replaceAll(/\r\n?/g, '\n');
};

const beginsWith = (bytes: Buffer, ...first: number[]): boolean =>
  bytes.subarray(0, first.length).equals(Buffer.from(first));

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(`The letters of this file cannot be read, since it is not UTF-8. ${SAVE_AS}`);
  }
};

interface Parsed {
  info: { lines: number };
  record: string[];
}

/** Excel writes semicolons if the decimal sign is a comma, and tabs when cells are copied. */
const detectDelimiter = (text: string): string => {
  const header = text.trimStart().split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
};

/**
 * Parses CSV (RFC 4180) and skips blank lines. Throws BAD_REQUEST with a message for the owner, in which `noun` is what
 * each line has.
 */
export const readTable = (text: string, noun: 'geodes' | 'orders'): Table => {
  const [header, ...rows] = parseRecords(text).map(({ info, record }) => ({
    // csv-parse counts lines at the end of a record, whose cells may have several
    line: info.lines - countNewLines(record),
    cells: record,
  }));
  if (!header) throw unreadable('The file is empty.');
  if (header.cells.length > MAX_COLUMNS) throw unreadable(`The file has more than ${MAX_COLUMNS} columns.`);
  if (rows.length === 0) throw unreadable(`The file has a header, but no ${noun}.`);
  if (rows.length > MAX_IMPORTED)
    throw unreadable(`The file has more than ${MAX_IMPORTED.toLocaleString('en-US')} ${noun}. Please split it.`);
  return { header, rows };
};

const countNewLines = (texts: string[]): number => texts.reduce((sum, one) => sum + one.split('\n').length - 1, 0);

/** A text as a formula, `="9400"`, without the quotation marks that its own need. Excel reads it, and so do label tools. */
const BARE_FORMULA = /(?<=[,;\t\n])="([^"\n]*)"(?=[,;\t\n]|$)/g;

const parseRecords = (text: string): Parsed[] => {
  try {
    return parse(text.replaceAll(BARE_FORMULA, '"=""$1"""'), {
      delimiter: detectDelimiter(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_LINE_CHARACTERS,
      to: MAX_IMPORTED + 2,
    }) as unknown as Parsed[];
  } catch (error) {
    throw error instanceof CsvError ? unreadable(messageOf(error)) : error;
  }
};

const messageOf = ({ code, lines }: CsvError & { lines?: number }): string => {
  const where = lines === undefined ? 'In one line' : `In line ${lines}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is opened and not closed until the end of the file.';
  if (code === 'CSV_MAX_RECORD_SIZE') return `${where} there is too much text, or a quotation mark is not closed.`;
  return `${where} a quotation mark stands alone. Cells that have one are put in quotation marks, and it is doubled.`;
};

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

/** Refuses an import that is `added` or `imported` whole or not at all. */
export const nothingDone = (what: 'added' | 'imported', faults: FieldError[]): AppError => {
  const problems = faults.length === 1 ? 'is 1 problem' : `are ${faults.length} problems`;
  return new AppError('BAD_REQUEST', `Nothing was ${what}: there ${problems}. Please check the file again.`, faults);
};
