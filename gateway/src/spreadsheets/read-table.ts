import { CsvError, parse } from 'csv-parse/sync';
import { MAX_IMPORTED } from '@geodes/contracts';
import { unreadable } from './file-text.js';

const MAX_COLUMNS = 50;
/** Letters: the longest geode has a description of 5,000 and 20 pictures of 60. */
const MAX_LINE = 60_000;

export interface Row {
  /** Where it begins in the file; the first line is 1. */
  line: number;
  cells: string[];
}

export interface Table {
  header: Row;
  rows: Row[];
}

interface Parsed {
  info: { lines: number };
  record: string[];
}

/** Where commas are decimal, Excel writes semicolons; copied from a sheet there are tabs. */
const delimiterOf = (text: string): string => {
  const header = text.trimStart().split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
};

/** Takes a text apart as CSV (RFC 4180); blank lines are left out. Throws BAD_REQUEST in words. */
export const readTable = (text: string): Table => {
  const [header, ...rows] = parsed(text).map(({ info, record }) => ({
    // counted at the end of a record; cells may have lines of their own
    line: info.lines - newLines(record),
    cells: record,
  }));
  if (!header) throw unreadable('The file is empty.');
  if (header.cells.length > MAX_COLUMNS) throw unreadable(`The file has more than ${MAX_COLUMNS} columns.`);
  if (rows.length === 0) throw unreadable('The file has a header, but no geodes.');
  if (rows.length > MAX_IMPORTED)
    throw unreadable(`The file has more than ${MAX_IMPORTED.toLocaleString('en-US')} geodes. Please split it.`);
  return { header, rows };
};

const newLines = (texts: string[]): number => texts.reduce((sum, one) => sum + one.split('\n').length - 1, 0);

const parsed = (text: string): Parsed[] => {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_LINE,
      to: MAX_IMPORTED + 2,
    }) as unknown as Parsed[];
  } catch (error) {
    throw error instanceof CsvError ? unreadable(wordsOf(error)) : error;
  }
};

const wordsOf = ({ code, lines }: CsvError & { lines?: number }): string => {
  const where = lines === undefined ? 'In one line' : `In line ${lines}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is opened and not closed until the end of the file.';
  if (code === 'CSV_MAX_RECORD_SIZE') return `${where} there is too much text, or a quotation mark is not closed.`;
  return `${where} a quotation mark stands alone. Cells that have one are put in quotation marks, and it is doubled.`;
};
