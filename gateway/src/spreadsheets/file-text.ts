import { AppError } from '@geodes/kit';

const SAVE_AS = 'In Excel, save it as "CSV UTF-8 (Comma delimited)"; in Numbers or Google Sheets, export it as CSV.';

/** A file that cannot be taken as a whole. */
export const unreadable = (words: string): AppError =>
  new AppError('BAD_REQUEST', words, [{ field: 'file', reason: words }]);

const beginsWith = (bytes: Buffer, ...first: number[]): boolean =>
  bytes.subarray(0, first.length).equals(Buffer.from(first));

/** The text of a file: UTF-8 with or without a byte order mark, lines ended by `\n`. Throws BAD_REQUEST in words. */
export const fileText = (bytes: Buffer): string => {
  if (beginsWith(bytes, 0x50, 0x4b, 3, 4) || beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw unreadable(`This is a workbook, not a CSV file. ${SAVE_AS}`);
  const text = decoded(bytes);
  if (text.includes('\u0000')) throw unreadable(`This is not a CSV file. ${SAVE_AS}`);
  if (text.trim() === '') throw unreadable('The file is empty.');
  return text.replaceAll(/\r\n?/g, '\n');
};

const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(`The letters of this file cannot be read, since it is not UTF-8. ${SAVE_AS}`);
  }
};
