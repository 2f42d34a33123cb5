import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Column } from './columns.js';
import { escapeFormula } from './escape-formula.js';

/**
 * Rows as CSV (RFC 4180) with a byte order mark, without which Excel takes UTF-8 for something else. Rows are asked for
 * as the reader takes what was written; where they end with an error, so does the stream, and where the stream is
 * destroyed, no more rows are asked for.
 */
export const csvOf = <T>(columns: readonly Column<T>[], rows: AsyncIterable<T> | Iterable<T>): Readable => {
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
  // both ends are destroyed together; who reads `csv` is told of its errors
  pipeline(records, csv, () => undefined);
  return csv;
};
