import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type Carrier, type LineProblem, MAX_SHIPMENTS, Shipment, type TrackingLine } from '@geodes/contracts';
import { refusalText } from '@geodes/kit';
import { unescapeFormula } from './csv.js';
import { extraCells, findColumns, type ImportColumn } from './find-columns.js';
import { type Row, type Table, unreadable } from './read-table.js';

export type ReadParcel = Omit<TrackingLine, 'outcome' | 'message'>;

export interface TrackingTable {
  parcels: ReadParcel[];
  problems: LineProblem[];
  /** The number of lines without a tracking number. */
  leftOut: number;
}

type Key = 'orderNumber' | 'carrier' | 'trackingNumber';

const HEADERS: Record<Key, readonly [string, ...string[]]> = {
  // An export of the orders calls it Order.
  orderNumber: ['Order number', 'Order'],
  carrier: ['Carrier'],
  trackingNumber: ['Tracking number', 'Tracking'],
};
const COLUMNS: readonly ImportColumn<Key>[] = (['orderNumber', 'carrier', 'trackingNumber'] as const).map((key) => ({
  key,
  headers: HEADERS[key],
  isRequired: true,
}));

/** A carrier's name may have its service behind it, such as `UPS Ground`. */
const CARRIER_PATTERNS: [RegExp, Carrier][] = [
  [/^u\.?s\.?p\.?s\b/i, 'usps'],
  [/^u\.?p\.?s\b/i, 'ups'],
  [/^fed[\s-]?ex\b/i, 'fedex'],
];

const toCarrier = (cell: string): Carrier => CARRIER_PATTERNS.find(([pattern]) => pattern.test(cell))?.[1] ?? 'other';

/** Returns the order number of a cell. Spreadsheets drop zeros before a number of digits only. */
const toOrderNumber = (cell: string): string => {
  const number = cell.replaceAll(/[#\s]/g, '').toUpperCase();
  return /^\d+$/.test(number) ? number.padStart(8, '0') : number;
};

/** Returns a cell without what keeps a long number a text in Excel: the formula `="9400"`, or an apostrophe. */
const unwrapText = (cell: string): string => (/^="(.*)"$/.exec(cell)?.[1] ?? cell).replace(/^'/, '').trim();

/** What Excel makes of a long number that is not text. */
const ROUNDED = /^\d+([.,]\d+)?E\+\d+$/i;

/** Reads the parcels of a file. Throws BAD_REQUEST for an unusable header, and if no or too many parcels have a number. */
export const readTracking = ({ header, rows }: Table): TrackingTable => {
  const names = header.cells.map((name) => name.trim());
  const positions = findColumns(names, COLUMNS);
  const parcels: ReadParcel[] = [];
  const problems: LineProblem[] = [];
  const lineOf = new Map<string, number>();
  let leftOut = 0;
  for (const row of rows) {
    const cellOf = (key: Key) => unwrapText(unescapeFormula(row.cells[positions.get(key) ?? -1] ?? '').trim());
    const extra = extraCells(row, names.length);
    if (extra) problems.push(extra);
    else if (cellOf('trackingNumber') === '') leftOut += 1;
    else {
      const parcel = {
        line: row.line,
        orderNumber: toOrderNumber(cellOf('orderNumber')),
        carrier: toCarrier(cellOf('carrier')),
        trackingNumber: cellOf('trackingNumber'),
      };
      const found = parcelProblems(row, parcel, lineOf.get(parcel.orderNumber));
      lineOf.set(parcel.orderNumber, lineOf.get(parcel.orderNumber) ?? row.line);
      problems.push(...found);
      if (found.length === 0) parcels.push(parcel);
    }
  }
  if (leftOut === rows.length) throw unreadable('No line of the file has a tracking number.');
  if (parcels.length > MAX_SHIPMENTS)
    throw unreadable(`The file has more than ${MAX_SHIPMENTS} tracking numbers. Please split it.`);
  return { parcels, problems, leftOut };
};

/** `earlier` is the line that has the same order number. */
const parcelProblems = ({ line }: Row, parcel: ReadParcel, earlier: number | undefined): LineProblem[] => {
  const problem = (key: Key, reason: string): LineProblem => ({ line, column: HEADERS[key][0], reason });
  const { orderNumber, trackingNumber } = parcel;
  const rounded = (['orderNumber', 'trackingNumber'] as const).filter((key) => ROUNDED.test(parcel[key]));
  if (rounded.length > 0) return rounded.map((key) => problem(key, roundedText(parcel[key])));
  if (orderNumber === '') return [problem('orderNumber', 'There is no order number.')];
  if (!/^[0-9A-F]{8}$/.test(orderNumber))
    return [problem('orderNumber', 'An order number has eight digits or letters from A to F.')];
  if (earlier !== undefined)
    return [problem('orderNumber', `Order ${orderNumber} is in line ${earlier} already. Please keep one line.`)];
  return validateSync(plainToInstance(Shipment, { orderNumber, trackingNumber })).map((error) =>
    problem('trackingNumber', refusalText(error) ?? 'This is not taken.'),
  );
};

const roundedText = (cell: string): string =>
  `The spreadsheet has rounded this number to ${cell}. Please format the column as text and enter it again.`;
