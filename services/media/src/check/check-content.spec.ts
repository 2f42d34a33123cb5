import type { AppError } from '@geodes/kit';
import { checkContent } from './check-content.js';
import { jpegExtent, plainJpeg } from './image-extents.js';
import * as corpus from '../../test/corpus.js';

const NO_PICTURE = 'UNSUPPORTED_IMAGE: This file is not a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF.';
const DAMAGED = 'UNSUPPORTED_IMAGE: This picture is damaged or incomplete. Please choose another file.';
const MORE =
  'UNSUPPORTED_IMAGE: This file holds more than a picture. Please save it anew as a JPEG or PNG and try again.';

const refusalOf = (bytes: Buffer): string | null => {
  try {
    checkContent(bytes);
    return null;
  } catch (error) {
    const { code, message } = error as AppError;
    return `${code}: ${message}`;
  }
};

test.each(corpus.FORMATS)('detects a complete %s', async (format) => {
  expect(checkContent(await corpus.encoded(format))).toBe(format);
});

test.each(corpus.FORMATS)('refuses a %s that is cut off at any point', async (format) => {
  const whole = await corpus.encoded(format);
  for (const part of [0.999, 0.9, 0.5, 0.1]) {
    expect(refusalOf(whole.subarray(0, Math.floor(whole.length * part)))).toBe(DAMAGED);
  }
});

test.each(corpus.FORMATS)('refuses a %s with a page behind it', async (format) => {
  expect(refusalOf(corpus.followedByPage(await corpus.encoded(format)))).toBe(MORE);
});

test.each(corpus.FORMATS)('accepts a %s that is padded with zeros', async (format) => {
  const padded = Buffer.concat([await corpus.encoded(format), Buffer.alloc(1_000)]);
  expect(checkContent(padded)).toBe(format);
});

test.each([
  ['SVG', corpus.svg()],
  ['HTML', corpus.html()],
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')],
  ['a TIFF', await corpus.picture().tiff().toBuffer()],
  ['a BMP', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
])('refuses %s, which is no picture', (_name, bytes) => {
  expect(refusalOf(bytes)).toBe(NO_PICTURE);
});

test.each([
  ['the first bytes of a JPEG before a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), corpus.html()])],
  ['the first bytes of a GIF before a script', Buffer.from('GIF89a/*' + '\0'.repeat(20) + '*/=1;alert(1)')],
])('refuses %s as damaged', (_name, bytes) => {
  expect(refusalOf(bytes)).toBe(DAMAGED);
});

test('refuses a page hidden in a comment', async () => {
  expect(refusalOf(await corpus.pageInComment())).toBe(MORE);
});

test('accepts XMP, although it is markup', async () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';
  expect(checkContent(await corpus.picture().withXmp(xmp).jpeg().toBuffer())).toBe('jpeg');
});

test('refuses any upload of 10 MB or more as too large', () => {
  expect(refusalOf(Buffer.alloc(10 * 1024 * 1024))).toBe('TOO_LARGE: File size must be less than 10MB');
});

describe('a JPEG with more data behind it', () => {
  /** Inserts a segment after the first marker. */
  const withSegment = (marker: number, content: Buffer, jpeg: Buffer) =>
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker, 0, content.length + 2]), content, jpeg.subarray(2)]);
  /** Inserts a multi-picture header. */
  const announced = (jpeg: Buffer) => withSegment(0xe2, Buffer.from('MPF\0\0\0'), jpeg);

  test('is accepted with a second picture only if a multi-picture header announces it', async () => {
    const jpeg = await corpus.encoded('jpeg');
    expect(refusalOf(Buffer.concat([announced(jpeg), jpeg]))).toBeNull();
    expect(refusalOf(Buffer.concat([announced(jpeg), Buffer.alloc(100), jpeg, jpeg]))).toBeNull();
    expect(refusalOf(Buffer.concat([jpeg, jpeg]))).toBe(MORE);
    expect(refusalOf(corpus.followedByPage(announced(jpeg)))).toBe(MORE);
  });

  test('is decoded without it, and with the scan header that it must have, which some cameras write wrongly', async () => {
    const jpeg = announced(await corpus.encoded('jpeg'));
    const wrong = Buffer.from(jpeg);
    const scan = jpegExtent(wrong)?.scans[0] ?? 0;
    expect([...wrong.subarray(scan, scan + 3)]).toEqual([0, 63, 0]);
    wrong.fill(0, scan, scan + 3);
    expect(plainJpeg(Buffer.concat([wrong, jpeg]))).toEqual(jpeg);
  });

  test('is refused if one of its further pictures hides a page in a comment', async () => {
    const jpeg = await corpus.encoded('jpeg');
    const withPage = withSegment(0xfe, corpus.html(), jpeg);
    expect(refusalOf(Buffer.concat([announced(jpeg), withPage]))).toBe(MORE);
    expect(refusalOf(Buffer.concat([announced(jpeg), jpeg, withPage]))).toBe(MORE);
  });

  test("is accepted with a Samsung camera's trailer only if its directory covers every byte", async () => {
    const block = Buffer.from('\0\0\x01\x0aImage_UTC_Data1700000000000', 'latin1');
    const directory = Buffer.alloc(24);
    directory.write('SEFH', 0, 'latin1');
    directory.writeUInt32LE(101, 4);
    directory.writeUInt32LE(1, 8);
    directory.writeUInt32LE(block.length, 16);
    directory.writeUInt32LE(block.length, 20);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(directory.length);
    const jpeg = await corpus.encoded('jpeg');
    const tail = [directory, length, Buffer.from('SEFT')];
    // the block's leading zeros must not be taken for padding
    expect(refusalOf(Buffer.concat([jpeg, block, ...tail]))).toBeNull();
    expect(refusalOf(Buffer.concat([jpeg, block, corpus.html(), ...tail]))).toBe(MORE);
  });
});
