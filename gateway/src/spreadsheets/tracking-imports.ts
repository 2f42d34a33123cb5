import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import {
  type Carrier,
  type LineProblem,
  MAX_SHIPMENTS,
  Shipment,
  type ShipOrders,
  type TrackingImport,
  type TrackingLine,
} from '@geodes/contracts';
import { Bus, refusalText } from '@geodes/kit';
import { SHIP_TIMEOUT_MS } from '../orders/owner-orders.controller.js';
import { unescapeFormula } from './csv.js';
import {
  decodeFile,
  extraCells,
  faultOf,
  findColumns,
  type ImportColumn,
  nothingDone,
  readTable,
  type Row,
  type Table,
  unreadable,
} from './read-table.js';

/** Checks and imports the tracking numbers of a CSV file. */
@Injectable()
export class TrackingImports {
  constructor(private readonly bus: Bus) {}

  /** Returns what an import would do by line; changes nothing. Throws BAD_REQUEST for an unreadable file. */
  async check(file: Buffer): Promise<TrackingImport> {
    const { parcels, ...rest } = readTracking(readTable(decodeFile(file), 'orders'));
    return { lines: parcels.length === 0 ? [] : await this.ship(parcels, { isCheck: true }), ...rest };
  }

  /**
   * Ships the orders of all lines and returns the outcome by line. Safe to repeat. Throws BAD_REQUEST, with nothing
   * changed, if a line cannot be read.
   */
  async run(file: Buffer): Promise<TrackingImport> {
    const { parcels, ...rest } = readTracking(readTable(decodeFile(file), 'orders'));
    if (rest.problems.length > 0) throw nothingDone('imported', rest.problems.map(faultOf));
    return { lines: await this.ship(parcels), ...rest };
  }

  private async ship(parcels: ReadParcel[], how: Pick<ShipOrders, 'isCheck'> = {}): Promise<TrackingLine[]> {
    const shipments = parcels.map(({ line: _line, ...shipment }) => shipment);
    const { results } = await this.bus.call('orders.ship', { shipments, ...how }, { timeoutMs: SHIP_TIMEOUT_MS });
    // the results are in the order of the parcels
    return results.flatMap((result, index) => {
      const parcel = parcels[index];
      return parcel ? [{ ...parcel, ...result }] : [];
    });
  }
}

type ReadParcel = Omit<TrackingLine, 'outcome' | 'message'>;

interface TrackingTable {
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
