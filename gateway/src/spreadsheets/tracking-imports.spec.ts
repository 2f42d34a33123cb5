import { text } from 'node:stream/consumers';
import { AppError } from '@geodes/kit';
import { refundableOrder } from '../../test/fake-services.js';
import { toCsv } from './csv.js';
import { orderColumns } from './exports.js';
import { decodeFile, readTable } from './read-table.js';
import { readTracking } from './tracking-imports.js';

const HEADER = 'Order number,Carrier,Tracking number';
const read = (...lines: string[]) => readTracking(readTable(decodeFile(Buffer.from(lines.join('\n'))), 'orders'));
const problems = (...lines: string[]) => read(...lines).problems.map((one) => [one.line, one.column, one.reason]);
/** Returns the message of a file that is refused as a whole. */
const refusal = (...lines: string[]): string => {
  try {
    read(...lines);
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_REQUEST') return error.message;
    throw error;
  }
  return '';
};

describe('a file of tracking numbers', () => {
  it.each([
    ['plain', [HEADER, '7F3A9C1E,USPS,9400']],
    [
      'of Excel with a byte order mark and semicolons',
      [`\uFEFF${HEADER.replaceAll(',', ';')}\r`, '7f3a9c1e;usps;9400\r'],
    ],
    [
      'with quotes, other columns and other cases',
      ['Name,TRACKING NUMBER,carrier,ordernumber', '"Sam, S",9400,Usps,"#7F3A9C1E"'],
    ],
    ['of cells copied as text', ['Order\tCarrier\tTracking', '7F3A9C1E\tU.S.P.S.\t9400']],
  ])('%s is read', (_how, lines) => {
    expect(read(...lines)).toEqual({
      parcels: [{ line: 2, orderNumber: '7F3A9C1E', carrier: 'usps', trackingNumber: '9400' }],
      problems: [],
      leftOut: 0,
    });
  });

  it.each([
    ['USPS Ground Advantage', 'usps'],
    ['ups', 'ups'],
    ['UPS 2nd Day Air', 'ups'],
    ['Fed Ex', 'fedex'],
    ['FEDEX GROUND', 'fedex'],
    ['Upstate Couriers', 'other'],
    ['DHL', 'other'],
    ['', 'other'],
  ])('takes %j for the carrier %s', (cell, carrier) => {
    expect(read(HEADER, `7F3A9C1E,${cell},1`).parcels[0]?.carrier).toBe(carrier);
  });

  it.each(['="9400"', '"=""9400"""', `"'=""9400"""`, "'9400", `" '9400 "`])(
    'reads the number in %s, which a spreadsheet keeps as text',
    (cell) => expect(read(HEADER, `7F3A9C1E,USPS,${cell}`).parcels[0]?.trackingNumber).toBe('9400'),
  );

  it('gets back the zeros that a spreadsheet dropped from an order number', () => {
    expect(read(HEADER, '1234567,UPS,1').parcels[0]?.orderNumber).toBe('01234567');
  });

  it('may be an export of the orders: escaped cells are restored, and lines without a number are left out', async () => {
    const order = (orderNumber: string, trackingNumber: string | null) =>
      refundableOrder({ orderNumber, carrier: 'fedex', trackingNumber });
    const file = await text(toCsv(orderColumns, [order('7F3A9C1E', '=cmd'), order('00000001', null)]));
    expect(file).toContain(`"FedEx","'=cmd"`);
    expect(read(file)).toEqual({
      parcels: [{ line: 2, orderNumber: '7F3A9C1E', carrier: 'fedex', trackingNumber: '=cmd' }],
      problems: [],
      leftOut: 1,
    });
  });

  it('has a sentence for each line that cannot be read', () => {
    const rounded =
      'The spreadsheet has rounded this number to 9.4E+21. Please format the column as text and enter it again.';
    expect(
      problems(
        HEADER,
        ',UPS,1',
        'order 7,UPS,1',
        '7F3A9C1E,UPS,9.4E+21',
        `7F3A9C1F,UPS,${'1'.repeat(61)}`,
        '7F3A9C1E,UPS,2',
        '7F3A9C1D,UPS,3,4',
        '7F3A9C1C,UPS,5',
      ),
    ).toEqual([
      [2, 'Order number', 'There is no order number.'],
      [3, 'Order number', 'An order number has eight digits or letters from A to F.'],
      [4, 'Tracking number', rounded],
      [5, 'Tracking number', 'Tracking number must have at most 60 letters.'],
      [6, 'Order number', 'Order 7F3A9C1E is in line 4 already. Please keep one line.'],
      [7, '', 'This line has more cells than the header. A text with a comma in it must stand in quotation marks.'],
    ]);
  });

  it.each([
    [
      'without a column',
      ['Order number,Number', '1,2'],
      'The first line must name the columns; the columns Carrier and Tracking number are missing.',
    ],
    ['with a column twice', [`${HEADER},carrier`, '1,2,3,4'], 'The column carrier is there twice.'],
    ['without lines', [HEADER], 'The file has a header, but no orders.'],
    ['without tracking numbers', [HEADER, '7F3A9C1E,UPS,'], 'No line of the file has a tracking number.'],
    [
      'with too many',
      [HEADER, ...Array.from({ length: 501 }, (_, index) => `${10_000_000 + index},UPS,1`)],
      'The file has more than 500 tracking numbers. Please split it.',
    ],
  ])('%s is refused as a whole', (_how, lines, message) => {
    expect(refusal(...lines)).toBe(message);
  });
});
