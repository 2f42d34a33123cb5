import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export interface Column<T> {
  header: string;
  of: (row: T) => string | number | null;
}

/** Formats an ISO 8601 time as `2026-11-21 20:33:17` (UTC), which spreadsheets recognise as a time. */
export const timeCell = (iso: string | null): string | null => iso && iso.slice(0, 19).replace('T', ' ');

/** Characters that begin a formula in a spreadsheet, full-width forms included, or that it skips before one. */
const FORMULA = '[=+\\-@|%\\t\\r\\n\\uFF0B\\uFF0D\\uFF1D\\uFF20]';
const BEGINS_FORMULA = new RegExp(`^'*${FORMULA}`);
const IS_ESCAPED = new RegExp(`^'+${FORMULA}`);

/**
 * Puts an apostrophe before a text that a spreadsheet would evaluate (owasp.org/www-community/attacks/CSV_Injection).
 * A text that already begins with apostrophes gets one more, so that `unescapeFormula` returns the original.
 */
export const escapeFormula = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** Reverses `escapeFormula`. */
export const unescapeFormula = (cell: string): string => (IS_ESCAPED.test(cell) ? cell.slice(1) : cell);

/**
 * Writes rows as CSV (RFC 4180) with a byte order mark, which Excel needs to recognise UTF-8. Rows are read as fast as
 * the stream is. An error of the rows ends the stream with it; destroying the stream ends the reading of rows.
 */
export const toCsv = <T>(columns: readonly Column<T>[], rows: AsyncIterable<T> | Iterable<T>): Readable => {
  const csv = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ header }) => header),
    record_delimiter: 'windows',
    quoted_string: true,
    cast: { string: escapeFormula },
  });
  const records = Readable.from(
    (async function* () {
      for await (const row of rows) yield columns.map(({ of }) => of(row));
    })(),
  );
  // pipeline destroys both streams together; the reader of `csv` gets the error
  pipeline(records, csv, () => undefined);
  return csv;
};
